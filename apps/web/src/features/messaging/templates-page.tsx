import { Button } from '@mantine/core'
import { languageName } from '@shiloh/contract/core'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { IconPencilPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import { MessagingTabs } from './parts.tsx'
import { texts } from './texts.ts'

/** `/admin/message-templates`: the texts that the office uses again. */
export function TemplatesPage() {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  return (
    <ListPage
      route={messageTemplateRoutes.listMessageTemplates}
      name="message-templates"
      title={text(texts, 'templates')}
      rowName={(row) => row.name}
      address={(row) => `/admin/message-templates/${row._id}`}
      exportRoute={messageTemplateRoutes.exportMessageTemplates}
      create={{
        label: text(texts, 'add_template'),
        permission: 'messages.create',
        onCreate: () => void navigate({ to: '/admin/message-templates/$id', params: { id: 'new' } }),
      }}
      filters={[
        {
          kind: 'choice',
          key: 'channel',
          label: text(texts, 'channels'),
          choices: MESSAGE_CHANNELS.map((value) => ({ value, label: text(texts, `channel_${value}`) })),
        },
      ]}
      columns={[
        { key: 'name', header: text(texts, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'purpose', header: text(texts, 'purpose'), cell: (row) => row.purpose, wraps: true, sort: 'purpose' },
        {
          key: 'channels',
          header: text(texts, 'channels'),
          cell: (row) => row.channels.map((channel) => t(`channel_${channel}`)).join(', '),
        },
        {
          key: 'languages',
          header: text(texts, 'languages'),
          cell: (row) => row.languages.map(languageName).join(', '),
        },
        {
          key: 'updated_at',
          header: text(texts, 'changed'),
          sort: 'updated_at',
          cell: (row) => <DateText value={row.updated_at} weekday={false} />,
        },
        ...(can('reservations.email')
          ? [
              {
                key: 'acts' as const,
                acts: true,
                header: text(texts, 'use'),
                cell: (row: { _id: string }) => (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconPencilPlus size={16} />}
                    renderRoot={(props) => (
                      <Link
                        to="/admin/messages/new"
                        search={{ template: row._id }}
                        {...props}
                        onClick={(event) => event.stopPropagation()}
                      />
                    )}
                  >
                    {t('new_message')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
      phone={{
        title: (row) => row.name,
        note: (row) => row.purpose,
        value: (row) => row.languages.map(languageName).join(', '),
      }}
      empty={{ title: text(texts, 'no_template'), hint: text(texts, 'no_template_hint') }}
    >
      <MessagingTabs />
    </ListPage>
  )
}
