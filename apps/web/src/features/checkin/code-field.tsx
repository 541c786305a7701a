import { Button, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useT } from '#platform/i18n'
import classes from './gate.module.css'
import { texts } from './texts.ts'

interface CodeFieldProps {
  field: RefObject<HTMLInputElement | null>
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
}

/** For the printed code, and for scanners that type the code and press Enter. */
export function CodeField({ field, value, onChange, onSubmit }: CodeFieldProps) {
  const t = useT(texts)
  return (
    <form
      className={classes.code}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextInput
        ref={field}
        label={t('code')}
        placeholder={t('code_example')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={300}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('check')}
      </Button>
    </form>
  )
}
