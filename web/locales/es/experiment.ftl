nav-experiment = Experimento
