import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { organisationRoutes } from '@shiloh/contract/organisation'
import {
  ATTACHMENT_TYPES,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type TicketAttachment,
} from '@shiloh/contract/support'
import { IconFile, IconFileTypePdf, IconPaperclip, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { downloadAsked } from '../../../ui/feedback/download.ts'
import classes from './conversation.module.css'
import { texts } from './texts.ts'
import { sizeText } from './words.ts'

const iconOf = (mime: string) => {
  if (mime === 'application/pdf') return IconFileTypePdf
  return mime.startsWith('image/') ? IconPhoto : IconFile
}

/** A picture of a ticket. It is private, so it is fetched with the session. */
function Picture({ file }: { file: TicketAttachment }) {
  const { data } = useQuery({
    queryKey: ['ticket-file', file._id],
    queryFn: async () => (await call(organisationRoutes.readFile, { params: { id: file._id } })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return <span className={classes.picture}>{url ? <img src={url} alt={file.name} /> : null}</span>
}

interface AttachmentsProps {
  files: readonly TicketAttachment[]
  /** Shows pictures at once. Without it they wait for a tap, because data costs money. */
  eager?: boolean
}

/** The files of a message. Pictures open in place, others are downloaded. */
export function Attachments({ files, eager = false }: AttachmentsProps) {
  const t = useT(texts)
  const [opened, setOpened] = useState<readonly string[]>([])
  if (files.length === 0) return null
  return (
    <ul className={classes.files}>
      {files.map((file) => {
        const Icon = iconOf(file.mime)
        const isPicture = file.mime.startsWith('image/')
        const isOpen = isPicture && (eager || opened.includes(file._id))
        return (
          <li key={file._id}>
            {isOpen ? <Picture file={file} /> : null}
            <button
              type="button"
              className={classes.file}
              aria-label={t('open_file', { name: file.name })}
              onClick={() =>
                isPicture && !isOpen
                  ? setOpened([...opened, file._id])
                  : void downloadAsked(call(organisationRoutes.readFile, { params: { id: file._id } }))
              }
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              <span>{file.name}</span>
              <span className="dim num">{sizeText(file.bytes)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface PickedFilesProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** Beside other tools: an icon only. */
  compact?: boolean
}

/** Chooses files for a message. Number and sizes are checked here too, before anything is uploaded. */
export function PickedFiles({ files, onChange, compact = false }: PickedFilesProps) {
  const t = useT(texts)
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const add = (more: readonly File[]) => {
    const large = more.find(({ size }) => size > MAX_ATTACHMENT_BYTES)
    const empty = more.find(({ size }) => size === 0)
    const all = [...files, ...more.filter((file) => file !== large && file.size > 0)]
    setProblem(
      large
        ? t('too_large', { name: large.name })
        : empty
          ? t('empty', { name: empty.name })
          : all.length > MAX_ATTACHMENTS
            ? t('too_many')
            : undefined,
    )
    onChange(all.slice(0, MAX_ATTACHMENTS))
  }
  return (
    <div className={classes.picked} data-compact={compact || undefined}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ATTACHMENT_TYPES}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {compact ? (
        <ActionIcon size={36} aria-label={t('attach')} title={t('attach_hint')} onClick={() => input.current?.click()}>
          <IconPaperclip size={18} stroke={1.75} />
        </ActionIcon>
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<IconPaperclip size={17} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('attach')}
          </Button>
          <p className="dim small">{t('attach_hint')}</p>
        </div>
      )}
      {files.length > 0 ? (
        <ul>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{file.name}</span>
              <span className="dim num">{sizeText(file.size)}</span>
              <CloseButton
                size={28}
                aria-label={t('remove', { name: file.name })}
                onClick={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
