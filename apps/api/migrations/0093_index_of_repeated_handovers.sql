-- Erasing an account looks for these, too.
create index product_handovers_by_user on product_handovers (by_user) where by_user is not null;
