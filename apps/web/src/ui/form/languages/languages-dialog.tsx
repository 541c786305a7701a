import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { LANGUAGES, type Language, languageNameIn } from '@shiloh/contract/core'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { LeaveDialog } from '../leave-guard.tsx'
import { type GridField, LanguageGrid, missingIn, type Texts, type WriteText } from './language-grid.tsx'
import classes from './languages.module.css'
import { texts } from './languages-texts.ts'

interface LanguagesDialogProps {
  title: string
  fields: readonly GridField<string>[]
  texts: Texts<string>
  original: Language
  saved: Texts<string> | undefined
  readOnly: boolean
  onChange: WriteText<string>
  /** Takes back what was written since the dialog opened. */
  onDiscard: () => void
  onClose: () => void
}

/**
 * All languages of a few fields, side by side. What is written goes into the form at once, which saves it. Closing the
 * dialog in another way than "Done" asks first when something was written.
 */
export function LanguagesDialog({
  title,
  fields,
  texts: all,
  original,
  saved,
  readOnly,
  onChange,
  onDiscard,
  onClose,
}: LanguagesDialogProps) {
  const t = useT(texts)
  const reader = useLanguage()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const [isWritten, setWritten] = useState(false)
  const [asking, setAsking] = useState(false)
  const names = fields.map(({ name }) => name)
  const hasGaps = LANGUAGES.some((language) => missingIn(names, all, original, language).length > 0)
  return (
    <Modal
      opened
      onClose={() => (isWritten ? setAsking(true) : onClose())}
      title={title}
      size="min(1320px, 96vw)"
      fullScreen={phone ?? false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <LanguageGrid
        fields={fields}
        texts={all}
        original={original}
        saved={saved}
        readOnly={readOnly}
        onChange={(...written) => {
          setWritten(true)
          onChange(...written)
        }}
      />
      <div className={classes.foot}>
        <p className="dim small">{hasGaps ? t('falls_back', { language: languageNameIn(original, reader) }) : null}</p>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
      <LeaveDialog
        opened={asking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          onDiscard()
          onClose()
        }}
      />
    </Modal>
  )
}
