nav-experiment = Experiment
