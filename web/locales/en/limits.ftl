nav-limits = Limits
