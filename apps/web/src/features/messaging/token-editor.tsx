import { Menu, UnstyledButton } from '@mantine/core'
import { MESSAGE_FIELD_TEXTS } from '@shiloh/contract/messaging/field-texts'
import { MESSAGE_FIELD_NAMES, MESSAGE_FIELDS, type MessageField, partsOf } from '@shiloh/contract/messaging/fields'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '#platform/i18n'
import classes from './compose.module.css'
import { texts } from './texts.ts'

interface TokenEditorProps {
  label: string
  /** Right of the label: counters. */
  note?: ReactNode
  value: string
  onChange: (value: string) => void
  /** Several lines. */
  lines?: number
  /** Also the fields of a reservation. */
  withReservation: boolean
  error?: string | undefined
}

const isField = (name: string): name is MessageField => MESSAGE_FIELD_NAMES.some((known) => known === name)

/** Reads the text of the editor: a token is its field in braces. */
function textOf(node: Node): string {
  let text = ''
  for (const child of node.childNodes) {
    if (child instanceof HTMLElement && child.dataset['field'] !== undefined) text += `{{${child.dataset['field']}}}`
    else if (child instanceof HTMLBRElement) text += '\n'
    else if (child instanceof HTMLElement) text += `${text === '' ? '' : '\n'}${textOf(child)}`
    else text += child.textContent ?? ''
  }
  return text
}

function tokenOf(field: string, label: string): HTMLSpanElement {
  const token = document.createElement('span')
  token.dataset['field'] = field
  token.contentEditable = 'false'
  token.className = classes.token ?? ''
  token.textContent = label
  return token
}

/** A text with fields. A field is one token that is never broken. */
export function TokenEditor({ label, note, value, onChange, lines = 1, withReservation, error }: TokenEditorProps) {
  const t = useT(texts)
  const names = useT(MESSAGE_FIELD_TEXTS)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  /** What the box shows: other values, of a template for example, are drawn anew. */
  const shown = useRef<string>(undefined)

  useEffect(() => {
    if (!box.current || shown.current === value) return
    shown.current = value
    box.current.replaceChildren(
      ...partsOf(value).map((part) =>
        'words' in part
          ? document.createTextNode(part.words)
          : tokenOf(part.field, isField(part.field) ? names(part.field) : part.field),
      ),
    )
  }, [value, names])

  const read = () => {
    if (!box.current) return
    const text = textOf(box.current)
    const next = lines === 1 ? text.replaceAll('\n', ' ') : text
    shown.current = next
    onChange(next)
  }

  const insert = (field: MessageField) => {
    const target = box.current
    if (!target) return
    const selection = window.getSelection()
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
    const token = tokenOf(field, names(field))
    if (range && target.contains(range.commonAncestorContainer)) {
      range.deleteContents()
      range.insertNode(token)
    } else target.append(token)
    const after = document.createRange()
    after.setStartAfter(token)
    after.collapse(true)
    selection?.removeAllRanges()
    selection?.addRange(after)
    target.focus()
    read()
  }

  const groups = [
    { title: t('fields_person'), about: 'person' },
    ...(withReservation ? [{ title: t('fields_reservation'), about: 'reservation' }] : []),
  ]
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <span className="dim small num">{note}</span>
        <Menu position="bottom-end" returnFocus={false} shadow="md">
          <Menu.Target>
            {/* The caret stays where the field goes. */}
            <UnstyledButton className={classes.insert ?? ''} onMouseDown={(event) => event.preventDefault()}>
              <IconPlus size={15} aria-hidden /> {t('insert_field')}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown className={classes.menu ?? ''}>
            {groups.map((group) => [
              <Menu.Label key={group.about}>{group.title}</Menu.Label>,
              ...MESSAGE_FIELD_NAMES.filter((name) => MESSAGE_FIELDS[name].about === group.about).map((name) => (
                <Menu.Item
                  key={name}
                  rightSection={<span className="dim small">{MESSAGE_FIELDS[name].example}</span>}
                  onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
                  onClick={() => insert(name)}
                >
                  {names(name)}
                </Menu.Item>
              )),
            ])}
          </Menu.Dropdown>
        </Menu>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an input holds no tokens */}
      <div
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-multiline={lines > 1}
        aria-labelledby={id}
        aria-invalid={error !== undefined}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        className={classes.box}
        style={{ minHeight: `${lines * 1.6 + 1.1}em` }}
        onInput={read}
        onKeyDown={(event) => {
          if (lines === 1 && event.key === 'Enter') event.preventDefault()
        }}
      />
      {error ? <p className={classes.error}>{error}</p> : null}
    </div>
  )
}
