import { Checkbox } from '@mantine/core'
import { MESSAGE_CHANNELS, type MessageChannel } from '@shiloh/contract/messaging/fields'
import { useT } from '#platform/i18n'
import classes from './compose.module.css'
import { texts } from './texts.ts'

interface ChannelFieldsProps {
  channels: readonly MessageChannel[]
  onChannels: (channels: MessageChannel[]) => void
  /** The number of people of each channel, beside those that are chosen. */
  people?: Readonly<Record<MessageChannel, number>> | undefined
  /** What the SMS of all of them cost: parts, and money where the settings have a price. */
  smsCost?: string | undefined
  needed: boolean
  onNeeded: (needed: boolean) => void
}

/** How a message is sent: its channels, and whether it also goes to people who want no messages. */
export function ChannelFields({ channels, onChannels, people, smsCost, needed, onNeeded }: ChannelFieldsProps) {
  const t = useT(texts)
  return (
    <section className={classes.row}>
      <h2>{t('how')}</h2>
      <div>
        <div className={classes.channels}>
          {MESSAGE_CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              label={
                <>
                  {t(`channel_${channel}`)}{' '}
                  {people && channels.includes(channel) ? (
                    <span className="dim small num">{t('count_people', { count: people[channel] })}</span>
                  ) : null}
                  {channel === 'sms' ? (
                    <span className="dim small num">
                      {channels.includes('sms') && people ? ', ' : ''}
                      {channels.includes('sms') && smsCost ? smsCost : t('tick_by_parts')}
                    </span>
                  ) : null}
                </>
              }
              checked={channels.includes(channel)}
              onChange={({ currentTarget: { checked } }) =>
                onChannels(MESSAGE_CHANNELS.filter((one) => (one === channel ? checked : channels.includes(one))))
              }
            />
          ))}
        </div>
        {channels.length === 0 ? <p className={classes.error}>{t('needs_channel')}</p> : null}
        <Checkbox
          label={t('needed')}
          description={t('needed_hint')}
          checked={needed}
          onChange={({ currentTarget: { checked } }) => onNeeded(checked)}
        />
      </div>
    </section>
  )
}
