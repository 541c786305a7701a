import { z } from 'zod'
import { exportRoute } from '../admin-resource.ts'
import { can, id, line, listRoute, pick, route, timestamp } from '../core.ts'
import { declareList, listQuery } from '../lists.ts'

/** Titles and designations that people claim and the office confirms. They grant nothing until then. */

export const titleToConfirm = z.object({
  /** The account, or the person on a spouse list. */
  _id: id,
  /** The account, or the one whose spouse list it is. */
  user_id: id,
  /** The name of the account whose spouse list it is. Null for a title of an account. */
  spouse_of: z.string().nullable(),
  name: z.string(),
  staff_id: z.string().nullable(),
  /** The pending claim: a title or a designation. The other one is null. */
  title: pick.nullable(),
  designation: pick.nullable(),
  region: z.string().nullable(),
  area: z.string().nullable(),
  district: z.string().nullable(),
  assembly: z.string().nullable(),
  /** When the person chose it. Null if it waits because the office introduced the confirmation later. */
  claimed_at: timestamp.nullable(),
})
export type TitleToConfirm = z.output<typeof titleToConfirm>

/** The claim that is meant: of an account, or of a person on its spouse list. A claim that has changed in the meantime is left alone. */
const claim = z.object({
  user_id: id,
  spouse_id: id.optional(),
  title_id: id.optional(),
  designation_id: id.optional(),
})
const claims = z.array(claim).min(1).max(500)
const decided = z.object({
  /** Number of people whose claim was decided. */
  decided: z.int(),
  /** Number of people whose claim no longer waits. */
  skipped: z.int(),
})

const claimList = declareList({
  sort: ['name', 'claimed_at'],
  order: ['claimed_at', 'name'],
  filter: {
    region_id: id.optional(),
    area_id: id.optional(),
    district_id: id.optional(),
    assembly_id: id.optional(),
    title_id: id.optional(),
    designation_id: id.optional(),
  },
})

export const titleClaimRoutes = {
  listTitlesToConfirm: listRoute({
    method: 'GET',
    path: '/admin/titles-to-confirm',
    access: can('users.confirm_titles'),
    summary: 'List people whose title or designation awaits confirmation: accounts, and people on spouse lists',
    query: listQuery(claimList),
    response: titleToConfirm,
  }),
  exportTitlesToConfirm: exportRoute(
    '/admin/titles-to-confirm/export',
    'users.confirm_titles',
    'the titles and designations that await confirmation',
    claimList,
  ),
  confirmTitles: route({
    method: 'POST',
    path: '/admin/titles-to-confirm/confirm',
    access: can('users.confirm_titles'),
    summary: 'Confirm the claimed titles or designations of these people; the owners of the accounts are notified',
    body: z.object({ claims }),
    response: decided,
    idempotent: true,
  }),
  declineTitles: route({
    method: 'POST',
    path: '/admin/titles-to-confirm/decline',
    access: can('users.confirm_titles'),
    summary: 'Reject the claimed titles or designations of these people; the owners of the accounts are told why',
    body: z.object({ claims, reason: line(300) }),
    response: decided,
    idempotent: true,
  }),
}
