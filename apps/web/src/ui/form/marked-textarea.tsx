import { ActionIcon, Textarea, type TextareaProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Selected, toggleBold, toggleList } from '@shiloh/contract/text/marks'
import { IconBold, IconList } from '@tabler/icons-react'
import { type Ref, useRef } from 'react'
import { useT } from '#platform/i18n'
import classes from './marked-textarea.module.css'
import { texts } from './marked-textarea-texts.ts'

interface MarkedTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'ref'> {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text that can have bold words and lists. Its marks are plain characters, so that it can be typed without the buttons. */
export function MarkedTextarea({ ref, value, onChange, description, ...props }: MarkedTextareaProps) {
  const t = useT(texts)
  const area = useRef<HTMLTextAreaElement>(null)
  const field = useMergedRef(ref, area)
  const apply = (change: (selected: Selected) => Selected) => {
    const { current } = area
    if (!current) return
    const { text, from, to } = change({ text: value, from: current.selectionStart, to: current.selectionEnd })
    onChange(text)
    // The browser puts the cursor at the end when the text changes.
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(from, to)
    })
  }
  const tools = [
    { name: 'bold', icon: IconBold, keys: 'Control+B', change: toggleBold },
    { name: 'list', icon: IconList, keys: undefined, change: toggleList },
  ] as const
  return (
    <div className={classes.field}>
      <Textarea
        {...props}
        ref={field}
        description={description ?? t('marks_hint')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
            return
          event.preventDefault()
          apply(toggleBold)
        }}
      />
      {props.disabled || props.readOnly ? null : (
        <div className={classes.tools}>
          {tools.map(({ name, icon: Icon, keys, change }) => (
            <ActionIcon
              key={name}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t(name)}
              title={t(name)}
              aria-keyshortcuts={keys}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => apply(change)}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          ))}
        </div>
      )}
    </div>
  )
}
