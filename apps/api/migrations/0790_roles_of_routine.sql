-- A role that was deleted took the schedules of its reports with it, and the approvals of workflows went to the owners without a
-- word. Who deletes it is told what still needs it. The former version answers the same, without the count.
alter table report_schedules drop constraint report_schedules_role_id_fkey;
alter table report_schedules add constraint report_schedules_role_id_fkey foreign key (role_id) references roles not valid;
alter table workflow_config drop constraint workflow_config_approver_role_id_fkey;
alter table workflow_config add constraint workflow_config_approver_role_id_fkey
  foreign key (approver_role_id) references roles not valid;
