nav-review = Review
