import type { Task } from '@shiloh/contract/tasks'
import { idOf } from './screen.tsx'

/** A task that nothing is said about, but what is given. */
export const sampleTask = (given: Partial<Task> = {}): Task => ({
  _id: idOf(5),
  title: 'Order badges',
  description: '',
  status: 'open',
  due_on: null,
  offset_days: null,
  late_days: 0,
  remind_days: null,
  assignee: null,
  role: null,
  needs_assignee: false,
  former_assignee: null,
  event: null,
  reservation: null,
  person: null,
  ticket: null,
  opens: null,
  documents: [],
  checklist: [],
  comments: 0,
  template: null,
  position: 1,
  completed_at: null,
  completed_by: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  ...given,
})
