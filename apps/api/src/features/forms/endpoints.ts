import {
  eventFormRoutes,
  formQuestionRoutes,
  formSectionRoutes,
  questionOptionRoutes,
} from '@shiloh/contract/forms/form-definitions'
import { formOnWire, questionOnWire } from '@shiloh/contract/forms/forms'
import type { Language } from '@shiloh/contract/text/language'
import { bind, reads, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { readOwnLanguage, requireTextsLanguage } from '#platform/db/languages.store'
import { stamped, stampedPage } from '#platform/db/stamps'
import {
  deleteForm,
  deletePart,
  findForm,
  findOption,
  findQuestion,
  findSection,
  insertForm,
  insertOption,
  insertQuestion,
  insertSection,
  listForms,
  listOptions,
  listQuestions,
  listSections,
  lockForm,
  pickForms,
  readDefinition,
  replaceSections,
  updateForm,
  updateOption,
  updateQuestion,
  updateSection,
} from './store.ts'
import { formChanged } from './versions.ts'

const formView = async (ctx: ReadContext, id: string) => ({
  ...stamped(found(await findForm(ctx.db, id))),
  ...formOnWire(await readDefinition(ctx.db, id)),
  texts_language: await readOwnLanguage(ctx.db),
})

/**
 * Changes one part of a form under the form's lock, and records it in the audit trail as a change of the form.
 * @throws texts_language_changed if the part was read before the church changed its language
 */
const editing = async <T>(
  ctx: WriteContext,
  { form_id: formId, texts_language }: { readonly form_id: string; readonly texts_language?: Language | undefined },
  change: () => Promise<T>,
): Promise<T> => {
  await requireTextsLanguage(ctx.tx, texts_language)
  found((await lockForm(ctx.tx, formId)) || undefined)
  const before = await formView(ctx, formId)
  const result = await change()
  await updateForm(ctx.tx, ctx.now, formId, {})
  await formChanged(ctx, formId)
  changed(ctx, 'event_forms', before, await formView(ctx, formId))
  return result
}

/** Answers a list of parts as one page. These lists are short. */
const onePage = <T>(items: T[], { page, page_size }: { page: number; page_size: number }) => ({
  items: items.slice((page - 1) * page_size, page * page_size),
  total: items.length,
})

export const formEndpoints = bind(eventFormRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listForms(ctx.db, query))),
  get: reads((ctx, { params }) => formView(ctx, params.id)),
  create: writes(async (ctx, { body: { sections, texts_language, ...values } }) => {
    await requireTextsLanguage(ctx.tx, texts_language)
    const { id } = await insertForm(ctx.tx, ctx.now, values)
    if (sections) await replaceSections(ctx.tx, ctx.now, id, sections)
    return created(ctx, 'event_forms', await formView(ctx, id))
  }),
  update: writes(async (ctx, { params, body: { sections, texts_language, ...values } }) => {
    await editing(ctx, { form_id: params.id, texts_language }, async () => {
      await updateForm(ctx.tx, ctx.now, params.id, values)
      if (sections) await replaceSections(ctx.tx, ctx.now, params.id, sections)
    })
    return formView(ctx, params.id)
  }),
  remove: writes(async (ctx, { params }) => {
    const before = await formView(ctx, params.id)
    await deleteForm(ctx.tx, params.id)
    return removed(ctx, 'event_forms', before)
  }),
  query: reads((ctx, { query }) => pickForms(ctx.db, query.search)),
})

export const sectionEndpoints = bind(formSectionRoutes, {
  list: reads(async (ctx, { params, query }) => {
    found(await findForm(ctx.db, params.form_id))
    return onePage(await listSections(ctx.db, params.form_id), query)
  }),
  get: reads(async (ctx, { params }) => found(await findSection(ctx.db, params.form_id, params.id))),
  create: writes((ctx, { params, body: { texts_language, ...body } }) =>
    editing(ctx, { ...params, texts_language }, async () => {
      const position = body.position ?? (await listSections(ctx.tx, params.form_id)).length
      const { id } = await insertSection(ctx.tx, ctx.now, params.form_id, { ...body, position })
      return found(await findSection(ctx.tx, params.form_id, id))
    }),
  ),
  update: writes((ctx, { params, body: { texts_language, ...body } }) =>
    editing(ctx, { ...params, texts_language }, async () => {
      found(await findSection(ctx.tx, params.form_id, params.id))
      await updateSection(ctx.tx, ctx.now, params.id, body)
      return found(await findSection(ctx.tx, params.form_id, params.id))
    }),
  ),
  remove: writes((ctx, { params }) =>
    editing(ctx, params, async () => {
      found(await findSection(ctx.tx, params.form_id, params.id))
      await deletePart(ctx.tx, 'form_sections', params.id)
      return {}
    }),
  ),
})

export const questionEndpoints = bind(formQuestionRoutes, {
  list: reads(async (ctx, { params, query }) => {
    found(await findSection(ctx.db, params.form_id, params.section_id))
    return onePage((await listQuestions(ctx.db, params.section_id)).map(questionOnWire), query)
  }),
  get: reads(async (ctx, { params }) => {
    found(await findSection(ctx.db, params.form_id, params.section_id))
    return questionOnWire(found(await findQuestion(ctx.db, params.section_id, params.id)))
  }),
  create: writes(
    (ctx, { params, body: { texts_language, question_options = [], options = question_options, ...body } }) =>
      editing(ctx, { ...params, texts_language }, async () => {
        found(await findSection(ctx.tx, params.form_id, params.section_id))
        const position = body.position ?? (await listQuestions(ctx.tx, params.section_id)).length
        const { id } = await insertQuestion(ctx.tx, ctx.now, params.section_id, { ...body, position })
        for (const [place, option] of options.entries())
          await insertOption(ctx.tx, ctx.now, id, { ...option, position: place })
        return questionOnWire(found(await findQuestion(ctx.tx, params.section_id, id)))
      }),
  ),
  update: writes((ctx, { params, body: { texts_language, ...body } }) =>
    editing(ctx, { ...params, texts_language }, async () => {
      found(await findSection(ctx.tx, params.form_id, params.section_id))
      found(await findQuestion(ctx.tx, params.section_id, params.id))
      await updateQuestion(ctx.tx, ctx.now, params.id, body)
      return questionOnWire(found(await findQuestion(ctx.tx, params.section_id, params.id)))
    }),
  ),
  remove: writes((ctx, { params }) =>
    editing(ctx, params, async () => {
      found(await findSection(ctx.tx, params.form_id, params.section_id))
      found(await findQuestion(ctx.tx, params.section_id, params.id))
      await deletePart(ctx.tx, 'form_questions', params.id)
      return {}
    }),
  ),
})

const findParent = async (ctx: ReadContext, params: { form_id: string; section_id: string; question_id: string }) => {
  found(await findSection(ctx.db, params.form_id, params.section_id))
  return found(await findQuestion(ctx.db, params.section_id, params.question_id))
}

export const optionEndpoints = bind(questionOptionRoutes, {
  list: reads(async (ctx, { params, query }) => {
    await findParent(ctx, params)
    return onePage(await listOptions(ctx.db, params.question_id), query)
  }),
  get: reads(async (ctx, { params }) => {
    await findParent(ctx, params)
    return found(await findOption(ctx.db, params.question_id, params.id))
  }),
  create: writes((ctx, { params, body: { texts_language, ...body } }) =>
    editing(ctx, { ...params, texts_language }, async () => {
      const question = await findParent(ctx, params)
      const position = body.position ?? question.options.length
      const { id } = await insertOption(ctx.tx, ctx.now, params.question_id, { ...body, position })
      return found(await findOption(ctx.tx, params.question_id, id))
    }),
  ),
  update: writes((ctx, { params, body: { texts_language, ...body } }) =>
    editing(ctx, { ...params, texts_language }, async () => {
      await findParent(ctx, params)
      found(await findOption(ctx.tx, params.question_id, params.id))
      await updateOption(ctx.tx, ctx.now, params.id, body)
      return found(await findOption(ctx.tx, params.question_id, params.id))
    }),
  ),
  remove: writes((ctx, { params }) =>
    editing(ctx, params, async () => {
      await findParent(ctx, params)
      found(await findOption(ctx.tx, params.question_id, params.id))
      await deletePart(ctx.tx, 'question_options', params.id)
      return {}
    }),
  ),
})
