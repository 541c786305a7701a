import { Button, Drawer } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { LANGUAGES, languageName, line, paragraphs } from '@shiloh/contract/core'
import { supportRoutes } from '@shiloh/contract/support'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import classes from './desk.module.css'
import { texts } from './texts.ts'

type Reply = DataOf<typeof supportRoutes.listSavedReplies>[number]

const written = paragraphs(4000)
const schema = z
  .object({ name: line(80), en: written, de: written, fr: written, pt: written })
  .refine(({ en, de, fr, pt }) => [en, de, fr, pt].some((text) => text !== ''), { path: ['en'], error: 'required' })

/** Replies to use again, in each language. */
export function SavedReplies({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const client = useQueryClient()
  const { data } = useQuery(queryOf(supportRoutes.listSavedReplies, {}))
  const [editing, setEditing] = useState<Reply | 'new'>()
  const remove = useAct(supportRoutes.removeSavedReply, [supportRoutes.listSavedReplies])
  const create = useAct(supportRoutes.createSavedReply, [supportRoutes.listSavedReplies])
  const reply = editing === 'new' ? undefined : editing
  const save = async ({ name, ...byLanguage }: z.output<typeof schema>) => {
    const body = { name, texts: byLanguage }
    if (reply) await call(supportRoutes.updateSavedReply, { params: { id: reply._id }, body })
    else await call(supportRoutes.createSavedReply, { body })
    await refetchAll(client, [supportRoutes.listSavedReplies])
  }
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing('new')}>
      {t('add_reply')}
    </Button>
  )
  return (
    <>
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size={480}
        title={t('replies')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {data?.length === 0 ? (
          <EmptyState title={t('no_templates')} hint={t('reply_hint', { name: '{name}' })} action={add} />
        ) : (
          <>
            <ul className={classes.replies}>
              {(data ?? []).map((row) => (
                <li key={row._id}>
                  <span>
                    <b>{row.name}</b>
                    <span className="dim small">{Object.keys(row.texts).join(', ').toUpperCase()}</span>
                  </span>
                  <Button variant="subtle" size="compact-sm" onClick={() => setEditing(row)}>
                    {t('edit_reply')}
                  </Button>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    onClick={() =>
                      remove.mutate(
                        { params: { id: row._id } },
                        {
                          onSuccess: () =>
                            toastDone({
                              message: t('removed'),
                              undo: {
                                label: t('undo'),
                                act: () => create.mutate({ body: { name: row.name, texts: row.texts } }),
                              },
                            }),
                        },
                      )
                    }
                  >
                    {t('remove_reply')}
                  </Button>
                </li>
              ))}
            </ul>
            {add}
          </>
        )}
      </Drawer>
      {editing ? (
        <RecordForm
          key={reply?._id ?? 'new'}
          schema={schema}
          title={reply?.name ?? t('add_reply')}
          again={!reply}
          values={{
            name: reply?.name ?? '',
            en: reply?.texts.en ?? '',
            de: reply?.texts.de ?? '',
            fr: reply?.texts.fr ?? '',
            pt: reply?.texts.pt ?? '',
          }}
          sections={[
            {
              fields: [
                {
                  kind: 'text',
                  name: 'name',
                  label: () => t('reply_name'),
                  hint: () => t('reply_name_hint'),
                  required: true,
                },
                ...LANGUAGES.map((language, i) => ({
                  kind: 'textarea' as const,
                  name: language,
                  rows: 4,
                  label: () => t('reply_text', { language: languageName(language) }),
                  ...(i === 0 && { hint: () => t('reply_hint', { name: '{name}' }) }),
                })),
              ],
            },
          ]}
          onSave={save}
          onDone={() => setEditing(undefined)}
        />
      ) : null}
    </>
  )
}
