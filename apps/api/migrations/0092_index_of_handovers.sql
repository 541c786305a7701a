-- Erasing an account looks for what it handed over.
create index product_fulfilments_delivered_by on product_fulfilments (delivered_by) where delivered_by is not null;
