import { Button, Group, Modal } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { formatCount, formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Rich } from '#ui/base/rich'
import { WhyNot } from '#ui/base/why-not'
import { LoadFailed } from '#ui/feedback/page-states'
import { toastDone } from '#ui/feedback/toast'
import { texts } from './announcement-texts.ts'
import type { bodyOf } from './announcement-values.ts'
import classes from './announcements.module.css'
import { ReaderView } from './reader-view.tsx'
import { texts as messageTexts } from './texts.ts'
import { useSums } from './use-sums.ts'

interface AnnounceDialogProps {
  body: ReturnType<typeof bodyOf>
  onAnnounce: () => void
  onClose: () => void
}

/** Asks before an announcement goes out: how many people, by what, at what price, and how one of them reads it. */
export function AnnounceDialog({ body, onAnnounce, onClose }: AnnounceDialogProps) {
  const t = useT(texts)
  const words = useT(messageTexts)
  const language = useLanguage()
  const zone = useAccount().organisation.time_zone
  const sumsOf = useSums()
  const [at, setAt] = useState(0)
  const [readerId, setReaderId] = useState<string>()
  const [readIn, setReadIn] = useState<Language>()
  const { title, text, audience, channels, starts_at } = body
  const asked = { title, text, audience, channels, at, reader_id: readerId, language: readIn }
  const { data, error, refetch } = useQuery({
    queryKey: [announcementRoutes.previewAnnouncement.path, asked],
    queryFn: ({ signal }) => call(announcementRoutes.previewAnnouncement, { body: asked, signal }),
    placeholderData: keepPreviousData,
  })
  const test = useAct(announcementRoutes.testAnnouncement, [])
  const sendTest = async () => {
    const { data: sent } = await test.mutateAsync({ body: asked })
    const names = sent.sent.map((channel) => words(`channel_${channel}`)).join(', ')
    toastDone({ message: names === '' ? words('test_nothing') : words('test_sent', { channels: names }) })
  }
  const people = data?.people ?? 0
  const offReason = data ? (people === 0 ? words('nobody') : undefined) : (error?.message ?? t('counting'))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={starts_at ? t('plan') : data ? t('announce_to', { count: people }) : t('announce')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {error && !data ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : null}
      <div className={classes.tells} aria-live="polite">
        <p>
          {data ? (
            <Rich
              text={t('tells', { count: people, people: formatCount(people, language) })}
              parts={{ b: (it) => <b>{it}</b> }}
            />
          ) : (
            t('counting')
          )}{' '}
          {starts_at
            ? t('tells_from', {
                when: `${formatDay(starts_at, language, zone)}, ${formatTime(starts_at, language, zone)}`,
              })
            : t('tells_now')}
        </p>
        <ul>
          {sumsOf(data, channels).map((sum) => (
            <li key={sum}>{sum}</li>
          ))}
          {data?.left_out.map(({ channel, reason, people: count }) => (
            <li key={`${channel} ${reason}`} className="dim">
              {words(`channel_${channel}`)}: {words(`left_${reason}`, { channel, count })}
            </li>
          ))}
        </ul>
      </div>
      <ReaderView
        preview={data}
        channels={channels}
        language={readIn}
        onLanguage={setReadIn}
        onAt={(next) => {
          setReaderId(undefined)
          setAt(next)
        }}
        readerId={readerId}
        onReader={setReaderId}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('back')}
        </Button>
        {channels.some((channel) => channel !== 'app') ? (
          <WhyNot reason={offReason}>
            {(off) => (
              <Button variant="default" loading={test.isPending} onClick={() => void sendTest()} {...off}>
                {words('test')}
              </Button>
            )}
          </WhyNot>
        ) : null}
        <WhyNot reason={offReason}>
          {(off) => (
            <Button data-saves leftSection={<IconSend size={18} />} onClick={onAnnounce} {...off}>
              {starts_at ? t('plan') : t('announce')}
            </Button>
          )}
        </WhyNot>
      </Group>
    </Modal>
  )
}
