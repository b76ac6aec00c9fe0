nav-compare = Compare
