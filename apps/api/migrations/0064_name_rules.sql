-- Names that say the rule: a violation is reported by them.
alter table activities rename constraint activities_check to activities_ended_in_a_final_state;
alter table bulk_messages rename constraint bulk_messages_check to bulk_messages_ends_after_start;
alter table bulk_messages rename constraint bulk_messages_check1 to bulk_messages_event_of_its_audience;
