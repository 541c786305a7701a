update payments p set online_number = n.number
  from (select id, row_number() over (partition by reservation_id order by coalesce(settled_at, created_at), id) as number
    from payments where captured > 0 and receipt_number is null) n
  where p.id = n.id and p.online_number is null;
