import type { Resource } from '@shiloh/contract/permissions'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { requireTextsLanguage } from '#platform/db/languages.store'
import type { Work } from '#platform/jobs/work'

/**
 * Checks the language that the texts of a body are in, and returns the body without it: no row keeps it.
 * @throws texts_language_changed
 */
const inChurchLanguage = async <B extends object>(tx: Tx, body: B): Promise<B> => {
  if (!('texts_language' in body)) return body
  const { texts_language, ...fields } = body
  await requireTextsLanguage(tx, texts_language)
  // The field is optional in every body that has it.
  return fields as unknown as B
}

interface OfRecord {
  readonly params: { readonly id: string }
}

/**
 * Returns a function that changes one record, also as one of many: it writes before and after into the audit trail.
 *
 * @param update stores the fields of the body; the others stay unchanged
 */
export const recordChange =
  <V extends { readonly _id: string }, B>(
    resource: Resource,
    view: (db: Queryable, id: string) => Promise<V>,
    update: (tx: Tx, now: Date, id: string, body: B) => Promise<unknown>,
  ) =>
  async (work: Pick<Work, 'tx' | 'now' | 'audit'>, id: string, body: B): Promise<V> => {
    const before = await view(work.tx, id)
    await update(work.tx, work.now, id, body)
    return changed(work, resource, before, await view(work.tx, id))
  }

/**
 * Returns the handlers of a managed resource without rules of its own: load, store, view, with the audit entry of each
 * write. Every function returns an ordinary handler for `bind`. A resource with a rule writes that handler out instead.
 *
 * @param resource the name of the resource in the audit trail
 * @param view returns the record in wire format; throws `not_found`
 */
export const recordHandlers = <V extends { readonly _id: string }>(
  resource: Resource,
  view: (db: Queryable, id: string) => Promise<V>,
) => ({
  get: {
    does: 'reads' as const,
    handle: (ctx: ReadContext, { params }: OfRecord): Promise<V> => view(ctx.db, params.id),
  },
  /** @param insert stores a new record and returns its id */
  create: <B extends object>(insert: (tx: Tx, now: Date, body: B) => Promise<{ readonly id: string }>) => ({
    does: 'writes' as const,
    handle: async (ctx: WriteContext, { body }: { readonly body: B }): Promise<V> => {
      const { id } = await insert(ctx.tx, ctx.now, await inChurchLanguage(ctx.tx, body))
      return created(ctx, resource, await view(ctx.tx, id))
    },
  }),
  /** @param update stores the fields of the body; the others stay unchanged */
  update: <B extends object>(update: (tx: Tx, now: Date, id: string, body: B) => Promise<unknown>) => {
    const change = recordChange(resource, view, update)
    return {
      does: 'writes' as const,
      handle: async (ctx: WriteContext, { params, body }: OfRecord & { readonly body: B }): Promise<V> =>
        change(ctx, params.id, await inChurchLanguage(ctx.tx, body)),
    }
  },
  /** @param remove deletes the record; the database refuses one that is in use */
  remove: (remove: (tx: Tx, id: string) => Promise<unknown>) => ({
    does: 'writes' as const,
    handle: async (ctx: WriteContext, { params }: OfRecord) => {
      const before = await view(ctx.tx, params.id)
      await remove(ctx.tx, params.id)
      return removed(ctx, resource, before)
    },
  }),
})
