nav-limits = Límites
