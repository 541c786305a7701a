import { organisationRoutes } from '@shiloh/contract/organisation'
import { eventBlockRoutes, FLOORS, GENDER_RULES, roomCategoryRoutes } from '@shiloh/contract/venues'
import { text } from '#platform/i18n'
import type { FormField } from '#ui/form/record-form'
import { texts } from './texts.ts'

export const floors = FLOORS.map((floor) => ({ value: String(floor), label: text(texts, `floor_${floor}`) }))
export const genders = GENDER_RULES.map((rule) => ({ value: rule, label: text(texts, `gender_${rule}`) }))

interface PlacedRoom {
  readonly event_block_id: string
  readonly event_block: string
  readonly room_category_id: string
  readonly room_category: string
}

/** The fields shared by a single room and a series of rooms. */
export const sharedRoomFields = (row?: PlacedRoom) =>
  [
    {
      kind: 'pick',
      name: 'event_block_id',
      label: text(texts, 'block'),
      route: eventBlockRoutes.query,
      required: true,
      filter: true,
      half: true,
      ...(row && { picked: [{ _id: row.event_block_id, name: row.event_block }] }),
    },
    {
      kind: 'pick',
      name: 'room_category_id',
      label: text(texts, 'category'),
      route: roomCategoryRoutes.query,
      required: true,
      filter: true,
      half: true,
      ...(row && { picked: [{ _id: row.room_category_id, name: row.room_category }] }),
    },
    { kind: 'number', name: 'floor', label: text(texts, 'floor'), min: 0, max: 5, required: true, half: true },
    { kind: 'number', name: 'beds', label: text(texts, 'beds'), min: 1, max: 100, required: true, half: true },
    {
      kind: 'select',
      name: 'gender_rule',
      label: text(texts, 'gender'),
      choices: genders,
      hint: text(texts, 'gender_hint'),
      empty: null,
      filter: true,
    },
    { kind: 'switch', name: 'accessible', label: text(texts, 'accessible'), filter: true },
    {
      kind: 'multipick',
      name: 'kept_for_title_ids',
      label: text(texts, 'kept_titles'),
      route: organisationRoutes.pickTitles,
    },
    {
      kind: 'multipick',
      name: 'kept_for_designation_ids',
      label: text(texts, 'kept_designations'),
      route: organisationRoutes.pickDesignations,
    },
    { kind: 'textarea', name: 'note', label: text(texts, 'note') },
  ] as const satisfies readonly FormField<string>[]
