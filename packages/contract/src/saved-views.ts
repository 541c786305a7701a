import { z } from 'zod'
import { done, id, idParams, line, route, signedIn } from './core.ts'
import type { Permission } from './permissions.ts'

/** Views of a list: its filter, order and columns, under a name. */

/** Views for everybody are kept by those who keep the settings. Own ones need nothing. */
export const SHARE_VIEWS = 'settings.update' satisfies Permission
/** Views of one list that a person sees: their own and those for everybody. */
export const MOST_VIEWS = 50

const list = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/, { error: 'invalid' })
/** Search, sort and filters as in an address. The list must have them when the view is saved. */
const address = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(6000))
  .refine((query) => Object.keys(query).length <= 40, { error: 'too_big' })
const columns = z.array(z.string().max(40)).max(100).nullable()

const viewBody = z.object({ list, name: line(60), shared: z.boolean(), query: address, columns })

export const savedView = z.object({
  _id: id,
  ...viewBody.shape,
  /** The list opens with it. */
  opens: z.boolean(),
  /** The caller can change and delete it. */
  editable: z.boolean(),
})
export type SavedView = z.output<typeof savedView>

/** Rows of a view are counted up to this number. */
export const MOST_COUNTED = 999

export const savedViewRoutes = {
  countViews: route({
    method: 'GET',
    path: '/admin/saved-views/counts',
    access: signedIn('admin'),
    summary: `How many rows the views of a list have, ${MOST_COUNTED + 1} at most. A list or view that cannot be counted is absent`,
    query: z.object({
      list,
      /** The event that the list is narrowed to beside its views. */
      event_id: id.optional(),
    }),
    response: z.array(z.object({ _id: id, count: z.int() })),
  }),
  listViews: route({
    method: 'GET',
    path: '/admin/saved-views',
    access: signedIn('admin'),
    summary: 'Own views of a list, and those for everybody',
    query: z.object({ list }),
    response: z.array(savedView),
  }),
  saveView: route({
    method: 'POST',
    path: '/admin/saved-views',
    access: signedIn('admin'),
    summary: `Save a view of a list; for everybody with ${SHARE_VIEWS}`,
    body: viewBody,
    response: savedView,
    errors: ['duplicate', 'too_many_views'],
    idempotent: true,
    status: 201,
  }),
  /** Before the routes of one view, whose path would fit too. */
  openWith: route({
    method: 'PUT',
    path: '/admin/saved-views/default',
    access: signedIn('admin'),
    summary: 'Open a list with a view, or with null as it is',
    body: z.object({ list, view_id: id.nullable() }),
    response: done,
    errors: ['not_found'],
  }),
  changeView: route({
    method: 'PUT',
    path: '/admin/saved-views/{id}',
    access: signedIn('admin'),
    summary: `Rename or change a view; one for everybody with ${SHARE_VIEWS}`,
    params: idParams,
    body: viewBody.omit({ list: true, shared: true }).partial(),
    response: savedView,
    errors: ['duplicate'],
  }),
  removeView: route({
    method: 'DELETE',
    path: '/admin/saved-views/{id}',
    access: signedIn('admin'),
    summary: `Delete a view; one for everybody with ${SHARE_VIEWS}`,
    params: idParams,
    response: done,
  }),
} as const
