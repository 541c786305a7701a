import type { QueryOf } from '@shiloh/contract/core'
import type {
  eventFormRoutes,
  OptionItem,
  QuestionItem,
  SectionItem,
  WholeSection,
} from '@shiloh/contract/forms/form-definitions'
import {
  type FormDefinition,
  optionTexts,
  questionTexts,
  sectionTexts,
  visibleWhen,
} from '@shiloh/contract/forms/forms'
import type { Translations } from '@shiloh/contract/text/translations'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { EventForms } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

const forms = {
  table: 'f',
  sort: {},
  filter: { search: (words) => contains(words, 'f.name', 'f.description') },
} as const satisfies ListSql<typeof eventFormRoutes.list, EventForms>

const select = (db: Queryable) =>
  db
    .selectFrom('event_forms as f')
    .select(['f.id as _id', 'f.name', 'f.description', 'f.created_at', 'f.updated_at'])
    .select([
      sql<number>`(select count(*)::int from form_sections s where s.form_id = f.id)`.as('section_count'),
      sql<number>`(select count(*)::int from form_sections s join form_questions q on q.section_id = s.id where s.form_id = f.id)`.as(
        'question_count',
      ),
      sql<number>`(select count(*)::int from events e where e.form_id = f.id)`.as('events'),
    ])

export const listForms = (db: Queryable, query: QueryOf<typeof eventFormRoutes.list>) =>
  paginate(select(db), query, forms)

export const findForm = (db: Queryable, id: string) => select(db).where('f.id', '=', id).executeTakeFirst()

export const pickForms = (db: Queryable, search: string | undefined) =>
  db
    .selectFrom('event_forms as f')
    .select(['f.id as _id', 'f.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'f.name')))
    .orderBy('f.name')
    .limit(200)
    .execute()

/**
 * Locks the form, so that changes of its parts wait for each other. Events that refer to it can be saved meanwhile: they would wait with
 * their quotas locked, which the change needs at its end.
 */
export const lockForm = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('event_forms').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !==
  undefined

export const insertForm = (tx: Tx, now: Date, values: { name: string; description?: string | undefined }) =>
  tx
    .insertInto('event_forms')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateForm = async (
  tx: Tx,
  now: Date,
  id: string,
  values: { name?: string | undefined; description?: string | undefined },
) => {
  await tx
    .updateTable('event_forms')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes a form without answers, together with versions that only drafts used. */
export const deleteForm = async (tx: Tx, id: string) => {
  await tx.deleteFrom('form_versions').where('form_id', '=', id).execute()
  await tx.deleteFrom('event_forms').where('id', '=', id).execute()
}

// ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const sections = (db: Queryable, formId: string) =>
  db
    .selectFrom('form_sections as s')
    .select(['s.id as _id', 's.title', 's.description', 's.translations', 's.position'])
    .where('s.form_id', '=', formId)
    .orderBy('s.position')
    .orderBy('s.id')
type SectionRow = Awaited<ReturnType<ReturnType<typeof sections>['execute']>>[number]
const sectionItem = (row: SectionRow): SectionItem => ({
  ...row,
  translations: sectionTexts.item.parse(row.translations),
})

export const listSections = async (db: Queryable, formId: string): Promise<SectionItem[]> =>
  (await sections(db, formId).execute()).map(sectionItem)
export const findSection = async (db: Queryable, formId: string, id: string): Promise<SectionItem | undefined> => {
  const row = await sections(db, formId).where('s.id', '=', id).executeTakeFirst()
  return row && sectionItem(row)
}

const optionItem = <O extends { translations: unknown }>(row: O) => ({
  ...row,
  translations: optionTexts.item.parse(row.translations),
})

const questions = (db: Queryable) =>
  db
    .selectFrom('form_questions as q')
    .innerJoin('form_sections as s', 's.id', 'q.section_id')
    .select((eb) => [
      'q.id as _id',
      'q.section_id',
      'q.label',
      'q.help',
      'q.translations',
      sql<QuestionItem['type']>`q.type`.as('type'),
      'q.required',
      'q.min_value',
      'q.max_value',
      'q.min_date',
      'q.max_date',
      'q.visible_when',
      sql<string[]>`q.participant_type_ids::text[]`.as('participant_type_ids'),
      'q.rating_scores',
      'q.position',
      jsonArrayFrom(
        eb
          .selectFrom('question_options as o')
          .select(['o.id as _id', 'o.label', 'o.translations', 'o.price', 'o.capacity'])
          .whereRef('o.question_id', '=', 'q.id')
          .orderBy('o.position')
          .orderBy('o.id'),
      ).as('options'),
    ])
    .orderBy('q.position')
    .orderBy('q.id')

type QuestionRow = Awaited<ReturnType<ReturnType<typeof questions>['execute']>>[number]

const questionItem = ({ section_id: _, visible_when, options: offered, ...row }: QuestionRow): QuestionItem => ({
  ...row,
  translations: questionTexts.item.parse(row.translations),
  options: offered.map(optionItem),
  visible_when: visible_when === null ? null : visibleWhen.parse(visible_when),
})

export const listQuestions = async (db: Queryable, sectionId: string): Promise<QuestionItem[]> =>
  (await questions(db).where('q.section_id', '=', sectionId).execute()).map(questionItem)

export const findQuestion = async (db: Queryable, sectionId: string, id: string): Promise<QuestionItem | undefined> => {
  const row = await questions(db).where('q.section_id', '=', sectionId).where('q.id', '=', id).executeTakeFirst()
  return row && questionItem(row)
}

const options = (db: Queryable, questionId: string) =>
  db
    .selectFrom('question_options as o')
    .select(['o.id as _id', 'o.label', 'o.translations', 'o.price', 'o.capacity', 'o.position'])
    .where('o.question_id', '=', questionId)
    .orderBy('o.position')
    .orderBy('o.id')

export const listOptions = async (db: Queryable, questionId: string): Promise<OptionItem[]> =>
  (await options(db, questionId).execute()).map(optionItem)
export const findOption = async (db: Queryable, questionId: string, id: string): Promise<OptionItem | undefined> => {
  const row = await options(db, questionId).where('o.id', '=', id).executeTakeFirst()
  return row && optionItem(row)
}

/**
 * Replaces the sections. Parts are matched by id, new ones are added with the id that the builder gave them, and
 * missing ones are deleted. The caller holds the form's lock.
 */
export const readDefinition = async (db: Queryable, formId: string): Promise<FormDefinition> => {
  const rows = await questions(db).where('s.form_id', '=', formId).execute()
  return {
    sections: (await listSections(db, formId)).map(({ position: _, ...section }) => ({
      ...section,
      questions: rows
        .filter(({ section_id }) => section_id === section._id)
        .map((row) => {
          const { position: _position, ...question } = questionItem(row)
          return question
        }),
    })),
  }
}

/** The columns of a part, for a patch. */
const partColumns = <V extends { readonly translations?: Translations | undefined }>({ translations, ...values }: V) =>
  patchSet({ ...values, translations: translations && JSON.stringify(translations) })

export interface SectionValues {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly translations?: Translations | undefined
  readonly position?: number | undefined
}
type Part<V, K extends keyof V> = V & Required<Pick<V, K>> & { readonly _id?: string | undefined }

export const insertSection = (tx: Tx, now: Date, formId: string, { _id, ...values }: Part<SectionValues, 'title'>) =>
  tx
    .insertInto('form_sections')
    .values({
      ...partColumns(values),
      title: values.title ?? '',
      id: _id,
      form_id: formId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateSection = async (tx: Tx, now: Date, id: string, values: SectionValues) => {
  await tx
    .updateTable('form_sections')
    .set({ ...partColumns(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export interface QuestionValues {
  readonly label?: string | undefined
  readonly help?: string | undefined
  readonly translations?: Translations | undefined
  readonly type?: QuestionItem['type'] | undefined
  readonly required?: boolean | undefined
  readonly min_value?: number | null | undefined
  readonly max_value?: number | null | undefined
  readonly min_date?: string | null | undefined
  readonly max_date?: string | null | undefined
  readonly visible_when?: QuestionItem['visible_when'] | undefined
  readonly participant_type_ids?: string[] | undefined
  readonly rating_scores?: number[] | undefined
  readonly position?: number | undefined
}

const questionColumns = ({ visible_when, ...values }: QuestionValues) =>
  partColumns({
    ...values,
    visible_when: visible_when === undefined || visible_when === null ? visible_when : JSON.stringify(visible_when),
  })

export const insertQuestion = (
  tx: Tx,
  now: Date,
  sectionId: string,
  { _id, ...values }: Part<QuestionValues, 'label' | 'type'>,
) =>
  tx
    .insertInto('form_questions')
    .values({
      ...questionColumns(values),
      label: values.label ?? '',
      type: values.type ?? 'text',
      id: _id,
      section_id: sectionId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateQuestion = async (tx: Tx, now: Date, id: string, values: QuestionValues) => {
  await tx
    .updateTable('form_questions')
    .set({ ...questionColumns(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export interface OptionValues {
  readonly label?: string | undefined
  readonly translations?: Translations | undefined
  readonly price?: number | undefined
  readonly capacity?: number | null | undefined
  readonly position?: number | undefined
}

export const insertOption = (tx: Tx, now: Date, questionId: string, { _id, ...values }: Part<OptionValues, 'label'>) =>
  tx
    .insertInto('question_options')
    .values({
      ...partColumns(values),
      label: values.label ?? '',
      id: _id,
      question_id: questionId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateOption = async (tx: Tx, now: Date, id: string, values: OptionValues) => {
  await tx
    .updateTable('question_options')
    .set({ ...partColumns(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deletePart = async (
  tx: Tx,
  table: 'form_sections' | 'form_questions' | 'question_options',
  id: string,
) => {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

/** Returns how each part of a form is worded. */
const wordsOf = ({ sections }: FormDefinition) => {
  const questions = sections.flatMap((section) => section.questions)
  return {
    sections: new Map(
      sections.map(({ _id, title, description, translations }) => [_id, { title, description, translations }]),
    ),
    questions: new Map(questions.map(({ _id, label, help, translations }) => [_id, { label, help, translations }])),
    options: new Map(
      questions.flatMap(({ options }) => options.map(({ _id, label, translations }) => [_id, { label, translations }])),
    ),
  }
}

/**
 * Parts are deleted and inserted again under the same ids: simpler than moving single questions between sections. A part
 * that was there gets its new words as a change of its old ones, because they can be in another language than the church's.
 */
export const replaceSections = async (
  tx: Tx,
  now: Date,
  formId: string,
  wanted: readonly WholeSection[],
): Promise<void> => {
  const before = wordsOf(await readDefinition(tx, formId))
  await tx.deleteFrom('form_sections').where('form_id', '=', formId).execute()
  for (const [position, { questions: asked, ...section }] of wanted.entries()) {
    const words = before.sections.get(section._id ?? '')
    const { id: sectionId } = await insertSection(tx, now, formId, { ...section, ...words, position })
    if (words) {
      const { title, description = '', translations = {} } = section
      await updateSection(tx, now, sectionId, { title, description, translations })
    }
    for (const [at, { options: offered, ...question }] of asked.entries()) {
      const said = before.questions.get(question._id ?? '')
      const { id: questionId } = await insertQuestion(tx, now, sectionId, { ...question, ...said, position: at })
      if (said) {
        const { label, help = '', translations = {} } = question
        await updateQuestion(tx, now, questionId, { label, help, translations })
      }
      for (const [place, option] of offered.entries()) {
        const told = before.options.get(option._id ?? '')
        const { id } = await insertOption(tx, now, questionId, { ...option, ...told, position: place })
        if (told) await updateOption(tx, now, id, { label: option.label, translations: option.translations ?? {} })
      }
    }
  }
}

// ── Versions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Stores the version that people answer from now on. The newest one counts, even of two saved in one instant. Returning
 * to an earlier wording reuses its version.
 */
export const saveVersion = async (
  tx: Tx,
  now: Date,
  formId: string,
  definition: FormDefinition,
  hash: string,
): Promise<void> => {
  const newest = sql<Date>`greatest(${now}::timestamptz,
    (select max(v.created_at) + interval '1 microsecond' from form_versions v where v.form_id = ${formId} and v.definition_hash <> ${hash}))`
  await tx
    .insertInto('form_versions')
    .values({ form_id: formId, definition: JSON.stringify(definition), definition_hash: hash, created_at: newest })
    .onConflict((conflict) =>
      conflict
        .columns(['form_id', 'definition_hash'])
        .doUpdateSet((eb) => ({ created_at: eb.ref('excluded.created_at'), language: eb.ref('excluded.language') })),
    )
    .execute()
}

/** Returns the events that use this form now. */
export const findAskingEvents = (db: Queryable, formId: string) =>
  db
    .selectFrom('events')
    .select('id')
    .where('form_id', '=', formId)
    .where('status', '=', 'published')
    .orderBy('id')
    .execute()
