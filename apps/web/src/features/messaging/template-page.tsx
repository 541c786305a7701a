import { Button, TextInput } from '@mantine/core'
import {
  fillFields,
  languageFor,
  MESSAGE_FIELD_NAMES,
  MESSAGE_FIELDS,
  type MessageChannel,
  type MessageTexts,
} from '@shiloh/contract/messaging/fields'
import { type MessageTemplate, messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useFirstField } from '#ui/form/first-field'
import { PageGuard } from '#ui/form/page-guard'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { PageHeader } from '#ui/shell/page-header'
import { ChannelFields } from './channel-fields.tsx'
import classes from './compose.module.css'
import { texts } from './texts.ts'
import { TextsEditor } from './texts-editor.tsx'

const EXAMPLES = Object.fromEntries(MESSAGE_FIELD_NAMES.map((name) => [name, MESSAGE_FIELDS[name].example]))

/** `/admin/message-templates/{id}`, or `new`. */
export function TemplatePage() {
  const { id = 'new' } = useParams({ strict: false })
  const shown = useQuery({
    ...queryOf(messageTemplateRoutes.getMessageTemplate, { params: { id } }),
    enabled: id !== 'new',
  })
  if (id === 'new') return <TemplateForm template={undefined} />
  if (shown.data) return <TemplateForm key={id} template={shown.data} />
  if (isGone(shown.error)) return <NotFound />
  return shown.error ? (
    <LoadFailed message={shown.error.message} onRetry={() => void shown.refetch()} />
  ) : (
    <Scaffold kind="page" />
  )
}

function TemplateForm({ template }: { template: MessageTemplate | undefined }) {
  const t = useT(texts)
  const first = useFirstField<HTMLDivElement>(template === undefined)
  const can = useCan()
  const own = useLanguage()
  const { language: original } = useAccount().organisation
  const navigate = useNavigate()
  const [name, setName] = useState(template?.name ?? '')
  const [purpose, setPurpose] = useState(template?.purpose ?? '')
  const [channels, setChannels] = useState<readonly MessageChannel[]>(template?.channels ?? ['mail'])
  const [written, setWritten] = useState<MessageTexts>(template?.texts ?? {})
  const [needed, setNeeded] = useState(template?.needed ?? false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [removing, setRemoving] = useState(false)
  const isSaved = useRef(false)
  const stale = [messageTemplateRoutes.listMessageTemplates, messageTemplateRoutes.getMessageTemplate]
  const create = useAct(messageTemplateRoutes.createMessageTemplate, stale, { shown: true })
  const update = useAct(messageTemplateRoutes.updateMessageTemplate, stale, { shown: true })
  const remove = useAct(messageTemplateRoutes.removeMessageTemplate, stale)
  const back = () => navigate({ to: '/admin/message-templates' })
  const mayWrite = can(template ? 'messages.update' : 'messages.create')
  const body = { name, purpose, channels: [...channels], texts: written, needed }
  const hasChanges = () =>
    !isSaved.current &&
    JSON.stringify(body) !==
      JSON.stringify({
        name: template?.name ?? '',
        purpose: template?.purpose ?? '',
        channels: template?.channels ?? ['mail'],
        texts: template?.texts ?? {},
        needed: template?.needed ?? false,
      })
  const save = async () => {
    setProblems({})
    try {
      if (template) await update.mutateAsync({ params: { id: template._id }, body })
      else await create.mutateAsync({ body })
      isSaved.current = true
      toastDone({ message: t('saved') })
      await back()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])))
      showFailure(error.fields[0]?.message ?? error.message)
    }
  }
  const exampleOf = (channel: MessageChannel) => {
    const language = languageFor(written, channel, own, original)
    return language === null ? undefined : written[language]
  }
  const mail = exampleOf('mail')
  const sms = exampleOf('sms')
  return (
    <div ref={first} className={classes.page}>
      <PageGuard hasChanges={hasChanges} />
      <PageHeader
        breadcrumbs={false}
        compact
        title={name || t('add_template')}
        actions={
          template && can('messages.delete') ? (
            <Button variant="outline" color="red" onClick={() => setRemoving(true)}>
              {t('delete')}
            </Button>
          ) : undefined
        }
      />
      <div className={classes.columns}>
        <div>
          <section className={classes.row}>
            <h2>{t('template')}</h2>
            <div>
              <TextInput
                className={classes.name ?? ''}
                label={t('name')}
                description={t('name_hint')}
                required
                data-autofocus
                value={name}
                error={problems['name']}
                maxLength={120}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <TextInput
                label={t('purpose')}
                value={purpose}
                error={problems['purpose']}
                maxLength={300}
                onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
              />
            </div>
          </section>
          <ChannelFields channels={channels} onChannels={setChannels} needed={needed} onNeeded={setNeeded} />
          <section className={classes.row}>
            <h2>{t('what')}</h2>
            <div>
              <TextsEditor
                value={written}
                onChange={setWritten}
                channels={channels}
                withReservation
                errors={problems}
              />
            </div>
          </section>
        </div>
        <aside className={classes.reader} aria-label={t('example')}>
          <b>{t('example')}</b>
          {mail ? (
            <article className={classes.mail}>
              <header>
                <b>{fillFields(mail.subject, EXAMPLES)}</b>
              </header>
              <div>{fillFields(mail.body, EXAMPLES)}</div>
            </article>
          ) : null}
          {sms ? <p className={classes.sms}>{fillFields(sms.sms, EXAMPLES)}</p> : null}
        </aside>
      </div>
      {mayWrite ? (
        <footer className={classes.foot}>
          <div>
            <Button variant="subtle" onClick={() => void back()}>
              {t('leave_form')}
            </Button>
            <Button
              data-saves
              disabled={channels.length === 0}
              loading={create.isPending || update.isPending}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
          </div>
        </footer>
      ) : null}
      {removing && template ? (
        <RemovalDialog
          route={messageTemplateRoutes.removeMessageTemplate}
          id={template._id}
          busy={remove.isPending}
          name={template.name}
          title={t('delete_question', { name: template.name })}
          action={t('delete')}
          onConfirm={() => {
            isSaved.current = true
            remove.mutate({ params: { id: template._id } }, { onSuccess: () => void back() })
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t('delete_text')}</p>
        </RemovalDialog>
      ) : null}
    </div>
  )
}
