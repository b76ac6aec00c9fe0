nav-compare = Comparación
