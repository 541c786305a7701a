import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import type { Task } from '@shiloh/contract/tasks'
import { expect, it } from 'vitest'
import { sampleTask } from '../../../test/sample-task.ts'
import { idOf } from '../../../test/screen.tsx'
import { actsOnMany } from './edit-many.ts'

const [done, assign, due, status, remove] = actsOnMany([{ value: `person:${idOf(2)}`, label: 'Kofi' }], () => undefined)

it('finishes those that are not done yet', () => {
  expect(done?.many).toMatchObject({ route: bulkEditRoutes.editTasks, change: { status: 'done' } })
  const applies = (state: Task['status']) => done?.applies?.(sampleTask({ status: state }))
  expect([applies('open'), applies('in_progress'), applies('done')]).toEqual([true, true, false])
})

it('sets what its one field says, and nothing where it is empty', () => {
  expect(assign?.many?.form?.toChange({ who: `person:${idOf(2)}` })).toEqual({ assignee_id: idOf(2), role_id: null })
  expect(assign?.many?.form?.toChange({ who: `role:${idOf(3)}` })).toEqual({ assignee_id: null, role_id: idOf(3) })
  expect(assign?.many?.form?.toChange({ who: 'nobody' })).toEqual({ assignee_id: null, role_id: null })
  expect(due?.many?.form?.toChange({ due_on: '2027-01-12' })).toEqual({ due_on: '2027-01-12' })
  expect(status?.many?.form?.toChange({ status: 'in_progress' })).toEqual({ status: 'in_progress' })
  for (const act of [assign, due, status]) expect(act?.many?.form?.toChange({})).toEqual({})
})

it('asks for the permission of each act', () => {
  expect([done, assign, due, status, remove].map((act) => act?.permission)).toEqual([
    ...Array(4).fill('tasks.update'),
    'tasks.delete',
  ])
})
