-- People from the end of their addresses, those without one last. The index that keeps addresses unique has the other order.
create index people_by_mail on users (email desc nulls last, id) where user_type in ('user', 'vendor');
