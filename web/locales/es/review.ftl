nav-review = Revisión
