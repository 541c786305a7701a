import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import classes from './integrations.module.css'
import { texts } from './texts.ts'

interface ShownOnceProps {
  title: string
  note: string
  label: string
  value: string
  onClose: () => void
}

/** Shows a new secret once. Only the button closes the dialog: a stray click would lose it. */
export function ShownOnce({ title, note, label, value, onClose }: ShownOnceProps) {
  const t = useT(texts)
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Modal
      opened
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <div className={classes.made}>
        <p>{note}</p>
        <TextInput
          label={label}
          value={value}
          readOnly
          classNames={{ input: classes.secret ?? '' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" onClick={copy}>
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Modal>
  )
}
