"""Reading tournaments: lists, periods, money, order."""
