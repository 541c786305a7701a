import { Button, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import {
  AUTOMATIC_GROUPS,
  type AutomaticDetail,
  type AutomaticPreview,
  type AutomaticText,
  automaticRoutes,
} from '@shiloh/contract/messaging/automatic'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PageGuard } from '#ui/form/page-guard'
import { PageHeader } from '#ui/shell/page-header'
import { useTemplateName } from '../insight/index.ts'
import classes from './automatic.module.css'
import { AutomaticTextField } from './automatic-text-field.tsx'
import { automaticTexts } from './automatic-texts.ts'
import compose from './compose.module.css'
import { texts } from './texts.ts'

/** Milliseconds after the last key until the preview is asked for. */
const SETTLED_MS = 400

type Drafts = Readonly<Partial<Record<Language, Readonly<Record<string, string | null>>>>>

/** `/admin/automatic-messages/{key}`: the texts of one message, with the reader's view beside them. */
export function AutomaticMessagePage() {
  const { key = '' } = useParams({ strict: false })
  const { language } = useSearch({ from: '/admin/automatic-messages/$key' })
  const shown = useQuery(queryOf(automaticRoutes.getAutomaticMessage, { params: { key } }))
  if (shown.data?.key === key) return <Editor key={key} detail={shown.data} first={language} />
  return shown.error ? (
    <LoadFailed message={shown.error.message} onRetry={() => void shown.refetch()} />
  ) : (
    <Scaffold kind="page" />
  )
}

/** What a table, a link or the foot of a mail says: rarely changed, and many. */
const isSmall = ({ places, part }: AutomaticText): boolean =>
  places.every((place) => place === 'mail') &&
  (part === 'table_label' || part === 'table_value' || part === 'picture' || part === 'link' || part === 'footer')

/** The messages before and after one, in the order of the list. */
function Neighbours({ of }: { of: string }) {
  const t = useT(automaticTexts)
  const nameOf = useTemplateName()
  const all = useQuery(queryOf(automaticRoutes.listAutomaticMessages))
  const keys = AUTOMATIC_GROUPS.flatMap((group) => (all.data ?? []).filter((one) => one.group === group)).map(
    ({ key }) => key,
  )
  const at = keys.indexOf(of)
  const link = (key: string | undefined, say: 'previous' | 'next', icon: ReactNode) =>
    key === undefined || at < 0 ? null : (
      <Tooltip label={t(say, { name: nameOf(key) })}>
        <LinkButton
          variant="default"
          to="/admin/automatic-messages/$key"
          params={{ key }}
          aria-label={t(say, { name: nameOf(key) })}
        >
          {icon}
        </LinkButton>
      </Tooltip>
    )
  return (
    <>
      {link(keys[at - 1], 'previous', <IconChevronLeft size={18} aria-hidden />)}
      {link(keys[at + 1], 'next', <IconChevronRight size={18} aria-hidden />)}
    </>
  )
}

function Editor({ detail, first }: { detail: AutomaticDetail; first: Language | undefined }) {
  const { key } = detail
  const t = useT(automaticTexts)
  const words = useT(texts)
  const nameOf = useTemplateName()
  const can = useCan()
  const own = useLanguage()
  const navigate = useNavigate()
  const [language, setLanguage] = useState<Language>(first ?? detail.outdated[0] ?? detail.changed[0] ?? own)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [example, setExample] = useState(0)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const mayWrite = can('settings.update')
  const params = { key }
  const save = useAct(
    automaticRoutes.changeAutomaticMessage,
    [automaticRoutes.listAutomaticMessages, automaticRoutes.getAutomaticMessage],
    { shown: true },
  )
  const test = useAct(automaticRoutes.testAutomaticMessage, [], { shown: true })
  const draft = drafts[language] ?? {}
  const inExample = detail.texts.filter(({ examples }) => examples.includes(example))
  const shown = inExample.flatMap(({ id }) => (draft[id] === undefined ? [] : [[id, draft[id]]]))
  const tried = { language, example, texts: Object.fromEntries(shown) }
  const [settled] = useDebouncedValue(JSON.stringify(tried), SETTLED_MS)
  const preview = useQuery<AutomaticPreview>({
    queryKey: [automaticRoutes.previewAutomaticMessage.path, key, settled, detail.updated_at],
    queryFn: ({ signal }) =>
      call(automaticRoutes.previewAutomaticMessage, { params, body: JSON.parse(settled), signal }),
    placeholderData: keepPreviousData,
  })
  const problems: Readonly<Record<string, string>> = {
    ...(preview.error instanceof ApiError &&
      Object.fromEntries(preview.error.fields.map(({ field, message }) => [field, message]))),
    ...refused,
  }
  const changed = LANGUAGES.filter((each) => Object.keys(drafts[each] ?? {}).length > 0)

  const [small, main] = [inExample.filter(isSmall), inExample.filter((piece) => !isSmall(piece))]
  const fieldOf = (piece: AutomaticText) => (
    <AutomaticTextField
      key={`${language} ${piece.id}`}
      piece={piece}
      language={language}
      draft={draft[piece.id]}
      onDraft={(next) => {
        setRefused({})
        setDrafts({ ...drafts, [language]: { ...draft, [piece.id]: next } })
      }}
      error={problems[`texts.${piece.id}`]}
      readOnly={!mayWrite}
    />
  )
  /** What is the office's own, was typed or was refused is not hidden. */
  const isOpen = small.some(
    ({ id, languages }) =>
      languages[language].text !== null || draft[id] !== undefined || problems[`texts.${id}`] !== undefined,
  )

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setRefused(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])))
    const piece = detail.texts.find(({ id }) => error.fields.some(({ field }) => field === `texts.${id}`))
    if (piece && !piece.examples.includes(example)) setExample(piece.examples[0] ?? 0)
    showFailure(error.fields[0]?.message ?? error.message)
  }
  const store = async () => {
    setRefused({})
    let left = drafts
    for (const each of changed) {
      try {
        await save.mutateAsync({ params, body: { language: each, texts: { ...drafts[each] } } })
        left = { ...left, [each]: {} }
        setDrafts(left)
      } catch (error) {
        // The language whose text is refused is shown.
        setLanguage(each)
        refuse(error)
        return
      }
    }
    toastDone({ message: t('saved') })
  }
  const tryOut = async () => {
    setRefused({})
    try {
      const { data } = await test.mutateAsync({ params, body: tried })
      const sent = data.sent.map((channel) => words(`channel_${channel}`)).join(', ')
      toastDone({ message: sent === '' ? words('test_nothing') : words('test_sent', { channels: sent }) })
    } catch (error) {
      refuse(error)
    }
  }

  return (
    <div className={compose.page}>
      <PageGuard hasChanges={() => changed.length > 0} />
      <PageHeader breadcrumbs={false} compact title={nameOf(key)} actions={<Neighbours of={key} />} />
      <div className={compose.columns}>
        <div>
          <div role="tablist" aria-label={words('language')} className={compose.tabs}>
            {LANGUAGES.map((each) => (
              <button
                key={each}
                type="button"
                role="tab"
                aria-selected={each === language}
                data-warn={detail.outdated.includes(each) || undefined}
                onClick={() => {
                  setRefused({})
                  setLanguage(each)
                }}
              >
                {languageName(each)}
                {detail.changed.includes(each) || changed.includes(each) ? <span aria-hidden>●</span> : null}
              </button>
            ))}
          </div>
          {mayWrite ? null : <p className="dim">{t('read_only')}</p>}
          {detail.examples.length > 1 ? (
            <ChoiceSelect
              my="md"
              label={t('case')}
              description={t('case_hint')}
              value={String(example)}
              choices={detail.examples.map((label, at) => ({ value: String(at), label: `${at + 1}. ${label}` }))}
              onChange={(value) => setExample(Number(value))}
            />
          ) : null}
          {main.map(fieldOf)}
          {small.length > 0 ? (
            <details
              key={`${language} ${example} ${isOpen}`}
              className={classes.small}
              open={isOpen || main.length === 0}
            >
              <summary>
                {t('mail_words', { count: small.length })} <span className="dim small">{t('mail_words_hint')}</span>
              </summary>
              {small.map(fieldOf)}
            </details>
          ) : null}
          <p className="dim small">{t('link_note')}</p>
        </div>
        <aside className={compose.reader} aria-label={t('preview')}>
          <b>{t('preview')}</b>
          <Reading preview={preview.data} language={language} />
        </aside>
      </div>
      {mayWrite ? (
        <footer className={compose.foot}>
          <div>
            <Button variant="subtle" onClick={() => void navigate({ to: '/admin/automatic-messages' })}>
              {changed.length > 0 ? words('leave_form') : words('back')}
            </Button>
            <Button variant="default" loading={test.isPending} onClick={() => void tryOut()}>
              {words('test')}
            </Button>
            <Button data-saves disabled={changed.length === 0} loading={save.isPending} onClick={() => void store()}>
              {words('save')}
            </Button>
          </div>
        </footer>
      ) : null}
    </div>
  )
}

/** Returns a mail without the heading, which repeats its subject: this page has one of its own. */
const withoutHeading = (html: string): string => html.replace(/<h1[\s>].*?<\/h1>/s, '')

function Reading({ preview, language }: { preview: AutomaticPreview | undefined; language: Language }) {
  const t = useT(automaticTexts)
  const words = useT(texts)
  if (!preview) return null
  const { mail, app, sms } = preview
  return (
    <>
      {mail ? (
        <>
          <p className={compose.medium}>
            <b>{words('channel_mail')}</b>
          </p>
          <article className={compose.mail} lang={language}>
            <header>
              <b>{mail.subject}</b>
            </header>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it and escaped every text */}
            <div className={classes.mailText} dangerouslySetInnerHTML={{ __html: withoutHeading(mail.html) }} />
          </article>
        </>
      ) : null}
      {app ? (
        <>
          <p className={compose.medium}>
            <b>{words('channel_app')}</b>
          </p>
          <article className={compose.mail} lang={language}>
            <header>
              <b>{app.title}</b>
            </header>
            {app.body === '' ? null : <div>{app.body}</div>}
          </article>
        </>
      ) : null}
      {sms ? (
        <>
          <p className={compose.medium}>
            <b>{words('channel_sms')}</b>
            <span className="dim num">
              {[words('characters', { count: sms.characters }), words('parts_count', { count: sms.parts })].join(', ')}
            </span>
          </p>
          <p className={compose.sms} lang={language}>
            {sms.text}
          </p>
          {sms.parts > 2 ? <p className={compose.left}>{t('parts_many')}</p> : null}
        </>
      ) : null}
    </>
  )
}
