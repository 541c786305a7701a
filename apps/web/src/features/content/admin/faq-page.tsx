import { Button, Switch } from '@mantine/core'
import { contentRoutes, type EditedFaq, FAQ_CATEGORIES } from '@shiloh/contract/content'
import { LANGUAGES, type Language, languageName, languageNameIn } from '@shiloh/contract/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, refetchAll } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { useFirstField } from '#ui/form/first-field'
import { LanguageGrid, missingIn, type Texts, withText } from '#ui/form/languages/language-grid'
import { PageGuard } from '#ui/form/page-guard'
import { useRemoveMany } from '#ui/list/remove-many'
import { PageHeader } from '#ui/shell/page-header'
import { useCategoryName } from '../../support/index.ts'
import classes from './content.module.css'
import { texts } from './texts.ts'

type Field = 'question' | 'answer'
const stale = [contentRoutes.listFaqs, contentRoutes.getFaq, contentRoutes.listPublicFaqs] as const

interface Draft {
  readonly language: Language
  readonly texts: Texts<Field>
  readonly category: string
  readonly published: boolean
}

function Editor({ faq }: { faq: EditedFaq | undefined }) {
  const t = useT(texts)
  const first = useFirstField<HTMLDivElement>(faq === undefined)
  const reader = useLanguage()
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const categoryName = useCategoryName()
  const initial: Draft = faq
    ? {
        language: faq.language,
        texts: { ...faq.translations, [faq.language]: { question: faq.question, answer: faq.answer } },
        category: faq.category,
        published: faq.published,
      }
    : { language: reader, texts: {}, category: 'general', published: false }
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const removeMany = useRemoveMany(contentRoutes.removeFaq, stale)
  const gone = useRef(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  const mayEdit = can(faq ? 'faqs.update' : 'faqs.create')

  /** Runs an act of the server and returns to the list, or shows what was refused at the fields. */
  const attempt = async (act: () => Promise<unknown>, done: string) => {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    setProblems({})
    try {
      await act()
      await refetchAll(client, stale)
      toastDone({ message: done })
      gone.current = true
      void navigate({ to: '/admin/faqs' })
    } catch (error) {
      const { fields, rest } = splitFailure(error, (name) => ['question', 'answer', 'category'].includes(name))
      setProblems(Object.fromEntries(fields.map(({ name, message }) => [name, message])))
      setRefusal(rest ?? fields[0]?.message)
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    attempt(() => {
      const { language, category, published } = draft
      const original = draft.texts[language] ?? {}
      const body = {
        question: original.question ?? '',
        answer: original.answer ?? '',
        category,
        published,
        language,
        translations: Object.fromEntries(
          LANGUAGES.filter((one) => one !== language && draft.texts[one]).map((one) => [one, { ...draft.texts[one] }]),
        ),
      }
      return faq
        ? call(contentRoutes.updateFaq, { params: { id: faq._id }, body })
        : call(contentRoutes.createFaq, { body })
    }, t('saved'))
  const hasGaps = LANGUAGES.some(
    (language) =>
      language !== draft.language &&
      missingIn<Field>(['question', 'answer'], draft.texts, draft.language, language).length > 0,
  )
  return (
    <>
      <PageGuard hasChanges={() => isDirty && !gone.current} />
      <PageHeader
        breadcrumbs={false}
        compact
        title={faq?.question ?? t('add_faq')}
        actions={
          <>
            {faq && can('faqs.delete') ? (
              <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
                {t('delete')}
              </Button>
            ) : null}
            {mayEdit ? (
              <Button data-saves loading={busy} disabled={faq !== undefined && !isDirty} onClick={() => void save()}>
                {t('save')}
              </Button>
            ) : null}
          </>
        }
      />
      {refusal ? <Refusal className={classes.refusal}>{refusal}</Refusal> : null}
      <div className={classes.tools}>
        <ChoiceSelect
          label={t('category')}
          choices={[...new Set([...FAQ_CATEGORIES, draft.category])].map((value) => ({
            value,
            label: categoryName(value),
          }))}
          value={draft.category}
          error={problems['category']}
          onChange={(category) => setDraft({ ...draft, category })}
        />
        <ChoiceSelect
          label={t('written_in')}
          choices={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onChange={(language) => setDraft({ ...draft, language })}
        />
        <Switch
          label={t('is_published')}
          checked={draft.published}
          onChange={({ currentTarget }) => setDraft({ ...draft, published: currentTarget.checked })}
        />
      </div>
      <div ref={first}>
        <LanguageGrid
          fields={[
            { name: 'question', label: t('question'), rows: 2, maxLength: 300, error: problems['question'] },
            {
              name: 'answer',
              label: t('answer'),
              rows: 6,
              maxLength: 50_000,
              error: problems['answer'],
              hint: t('marks'),
            },
          ]}
          texts={draft.texts}
          original={draft.language}
          saved={faq && initial.texts}
          onChange={(language, field, text, translates) =>
            setDraft({
              ...draft,
              texts: { ...draft.texts, [language]: withText(draft.texts[language], field, text, translates) },
            })
          }
        />
      </div>
      {hasGaps ? (
        <p className={classes.note}>{t('falls_back', { language: languageNameIn(draft.language, reader) })}</p>
      ) : null}
      <ConfirmDialog
        opened={removing}
        danger
        busy={busy}
        title={t('delete_faq')}
        action={t('delete')}
        onConfirm={() => {
          if (!faq) return
          setBusy(true)
          void removeMany([faq._id]).then((count) => {
            setBusy(false)
            setRemoving(false)
            if (count === 0) return
            gone.current = true
            void navigate({ to: '/admin/faqs' })
          })
        }}
        onClose={() => setRemoving(false)}
      >
        <p>{faq?.question}</p>
      </ConfirmDialog>
    </>
  )
}

/** `/admin/faqs/{id}`: one question in four languages. `new` writes one. */
export function FaqPage() {
  const { id } = useParams({ from: '/admin/faqs/$id' })
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({
    ...queryOf(contentRoutes.getFaq, { params: { id } }),
    placeholderData: undefined,
    enabled: !isNew,
  })
  if (isNew) return <Editor key="new" faq={undefined} />
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Scaffold />
  return <Editor key={`${id} ${data.updated_at}`} faq={data} />
}
