import { z } from 'zod'
import { adminResource, pickRoute } from '../admin-resource.ts'
import { can, day, done, id, line, listRoute, money, route } from '../core.ts'
import { declareList, pageQuery } from '../lists.ts'
import { idList, nestedParams, optionalText, stamps } from '../record-fields.ts'
import { textsLanguage } from '../text/translations.ts'
import {
  formDefinition,
  formOption,
  formQuestion,
  optionTexts,
  QUESTION_TYPES,
  questionTexts,
  sectionTexts,
  visibleWhen,
} from './forms.ts'

/**
 * How administrators edit forms: as a whole, or section by section, question by question, option by option. Answers are
 * in forms.ts.
 */

const position = z.int().min(0).max(10_000)

export const optionCreate = z.object({
  /** Given by a form builder that refers to it before it is stored. Omitted: the server creates one. */
  _id: id.optional(),
  label: line(200),
  /** Replaces all translations. */
  translations: optionTexts.write,
  price: money.optional(),
  capacity: z.int().min(0).max(1_000_000).nullable().optional(),
  position: position.optional(),
})
export const questionCreate = z.object({
  _id: id.optional(),
  label: line(300),
  help: optionalText(1000),
  translations: questionTexts.write,
  type: z.enum(QUESTION_TYPES),
  required: z.boolean().optional(),
  min_value: z.number().nullable().optional(),
  max_value: z.number().nullable().optional(),
  min_date: day.nullable().optional(),
  max_date: day.nullable().optional(),
  visible_when: visibleWhen.nullable().optional(),
  participant_type_ids: idList,
  rating_scores: z
    .array(z.int().min(0).max(100))
    .max(20)
    .nullable()
    .transform((scores) => [...new Set(scores ?? [])])
    .optional(),
  position: position.optional(),
})
export const sectionCreate = z.object({
  _id: id.optional(),
  title: line(200),
  description: optionalText(2000),
  translations: sectionTexts.write,
  position: position.optional(),
})
/** A question's options are accepted as `question_options` or `options`. */
const optionList = z
  .array(optionCreate.omit({ position: true }))
  .max(200)
  .optional()
const givenOptions = { options: optionList, question_options: optionList }

const wholeSection = sectionCreate.omit({ position: true }).extend({
  questions: z
    .array(
      questionCreate
        .omit({ position: true })
        .extend(givenOptions)
        .transform(({ question_options, ...question }) => ({
          ...question,
          options: question.options ?? question_options ?? [],
        })),
    )
    .max(200)
    .default([]),
})
export type WholeSection = z.output<typeof wholeSection>

const eventForm = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  section_count: z.int(),
  question_count: z.int(),
  /** Events that use it. */
  events: z.int(),
  ...stamps,
})
export type EventForm = z.output<typeof eventForm>
const eventFormDetail = eventForm.extend({ ...formDefinition.shape, texts_language: textsLanguage.item })
export type EventFormDetail = z.output<typeof eventFormDetail>

const formCreate = z.object({
  name: line(120),
  description: optionalText(),
  sections: z.array(wholeSection).max(50).optional(),
  texts_language: textsLanguage.write,
})

const formResource = adminResource({
  path: '/admin/event-forms',
  resource: 'event_forms',
  name: 'event forms',
  item: eventForm,
  create: formCreate,
  update: formCreate.partial(),
  hasTexts: true,
  errors: ['event_not_publishable', 'below_claimed'],
  list: declareList({ sort: ['name', 'created_at', 'updated_at'], order: ['name'] }),
})
export const eventFormRoutes = {
  list: formResource.list,
  get: { ...formResource.get, response: eventFormDetail },
  create: { ...formResource.create, response: eventFormDetail },
  update: { ...formResource.update, response: eventFormDetail },
  remove: formResource.remove,
  query: pickRoute('/admin/event-forms/query', 'event_forms.read', 'event forms'),
}

const part = <P extends z.ZodObject, I extends z.ZodType, C extends z.ZodType, U extends z.ZodType>(spec: {
  path: string
  name: string
  parents: P
  one: z.ZodObject<P['shape'] & { id: typeof id }>
  item: I
  create: C
  update: U
}) => ({
  list: listRoute({
    method: 'GET',
    path: spec.path,
    access: can('event_forms.read'),
    summary: `List ${spec.name}`,
    params: spec.parents,
    query: pageQuery,
    response: spec.item,
  }),
  create: route({
    method: 'POST',
    path: spec.path,
    access: can('event_forms.update'),
    summary: `Add one of ${spec.name}`,
    params: spec.parents,
    body: spec.create,
    response: spec.item,
    errors: ['duplicate', 'event_not_publishable', 'below_claimed', 'texts_language_changed'],
    idempotent: true,
    status: 201,
  }),
  get: route({
    method: 'GET',
    path: `${spec.path}/{id}`,
    access: can('event_forms.read'),
    summary: `Read one of ${spec.name}`,
    params: spec.one,
    response: spec.item,
  }),
  update: route({
    method: 'PUT',
    path: `${spec.path}/{id}`,
    access: can('event_forms.update'),
    summary: `Change one of ${spec.name}: omitted fields stay, null clears`,
    params: spec.one,
    body: spec.update,
    response: spec.item,
    errors: ['event_not_publishable', 'below_claimed', 'texts_language_changed'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${spec.path}/{id}`,
    access: can('event_forms.update'),
    summary: `Delete one of ${spec.name}`,
    params: spec.one,
    response: done,
    errors: ['event_not_publishable', 'below_claimed'],
  }),
})

const positioned = { position: z.int() }
const inLanguage = { texts_language: textsLanguage.write }
export const sectionItem = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  translations: sectionTexts.item,
  ...positioned,
})
export const questionItem = formQuestion.extend(positioned)
export const optionItem = formOption.omit({ left: true }).extend(positioned)
export type SectionItem = z.output<typeof sectionItem>
export type QuestionItem = z.output<typeof questionItem>
export type OptionItem = z.output<typeof optionItem>

const formParams = z.object({ form_id: id })
const sectionParams = z.object({ form_id: id, section_id: id })
const questionParams = z.object({ form_id: id, section_id: id, question_id: id })

export const formSectionRoutes = part({
  path: '/admin/event-forms/{form_id}/sections',
  name: "a form's sections",
  parents: formParams,
  one: nestedParams('form_id'),
  item: sectionItem,
  create: sectionCreate.extend(inLanguage),
  update: sectionCreate.omit({ _id: true }).partial().extend(inLanguage),
})
export const formQuestionRoutes = part({
  path: '/admin/event-forms/{form_id}/sections/{section_id}/questions',
  name: "a section's questions",
  parents: sectionParams,
  one: nestedParams('form_id', 'section_id'),
  item: questionItem,
  create: questionCreate.extend({ ...givenOptions, ...inLanguage }),
  update: questionCreate.omit({ _id: true }).partial().extend(inLanguage),
})
export const questionOptionRoutes = part({
  path: '/admin/event-forms/{form_id}/sections/{section_id}/questions/{question_id}/options',
  name: "a question's options",
  parents: questionParams,
  one: nestedParams('form_id', 'section_id', 'question_id'),
  item: optionItem,
  create: optionCreate.extend(inLanguage),
  update: optionCreate.omit({ _id: true }).partial().extend(inLanguage),
})
