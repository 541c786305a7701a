import { Menu, UnstyledButton } from '@mantine/core'
import type { MessagePart } from '@shiloh/contract/messaging/fields'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useT } from '#platform/i18n'
import classes from './compose.module.css'
import { texts } from './texts.ts'

/** A field that can be inserted into a text. */
export interface Token {
  readonly name: string
  readonly label: string
  readonly example?: string
}

/** How fields are written in a text. */
export interface TokenSyntax {
  readonly split: (text: string) => readonly MessagePart[]
  readonly write: (name: string) => string
}

interface TokenEditorProps {
  label: string
  /** Right of the label: counters. */
  note?: ReactNode
  value: string
  onChange: (value: string) => void
  /** Several lines. */
  lines?: number
  syntax: TokenSyntax
  groups: readonly { readonly title: string; readonly tokens: readonly Token[] }[]
  readOnly?: boolean
  error?: string | undefined
}

/** Reads the text of the editor: a token is its field, as the syntax writes it. */
function textOf(node: Node, write: TokenSyntax['write']): string {
  let text = ''
  for (const child of node.childNodes) {
    if (child instanceof HTMLElement && child.dataset['field'] !== undefined) text += write(child.dataset['field'])
    else if (child instanceof HTMLBRElement) text += '\n'
    else if (child instanceof HTMLElement) text += `${text === '' ? '' : '\n'}${textOf(child, write)}`
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

const tokenAt = (node: Node | null): HTMLElement | null | undefined =>
  (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-field]')

/**
 * Moves a caret out of the token that it is in: browsers put it there after a click below the last token, and drop what is
 * typed. A token that is marked is marked as a whole.
 */
function leaveToken(box: HTMLElement): void {
  const selection = window.getSelection()
  const token = tokenAt(selection?.anchorNode ?? null)
  if (!selection || !token || !box.contains(token) || tokenAt(selection.focusNode) !== token) return
  const range = document.createRange()
  range.selectNode(token)
  if (selection.isCollapsed) range.collapse(false)
  selection.removeAllRanges()
  selection.addRange(range)
}

/** A text with fields. A field is one token that is never broken. */
export function TokenEditor(props: TokenEditorProps) {
  const { label, note, value, onChange, lines = 1, syntax, groups, readOnly = false, error } = props
  const t = useT(texts)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  /** What the box shows: other values, of a template for example, are drawn anew. */
  const shown = useRef<string>(undefined)

  useEffect(() => {
    if (!box.current || shown.current === value) return
    shown.current = value
    const tokens = groups.flatMap((group) => group.tokens)
    box.current.replaceChildren(
      ...syntax
        .split(value)
        .map((part) =>
          'words' in part
            ? document.createTextNode(part.words)
            : tokenOf(part.field, tokens.find(({ name }) => name === part.field)?.label ?? part.field),
        ),
    )
  }, [value, groups, syntax])

  const read = () => {
    if (!box.current) return
    const text = textOf(box.current, syntax.write)
    const next = lines === 1 ? text.replaceAll('\n', ' ') : text
    shown.current = next
    onChange(next)
  }

  const insert = (field: Token) => {
    const target = box.current
    if (!target) return
    const selection = window.getSelection()
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
    const token = tokenOf(field.name, field.label)
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

  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <span className="dim small num">{note}</span>
        {readOnly || groups.every(({ tokens }) => tokens.length === 0) ? null : (
          <Menu position="bottom-end" returnFocus={false} shadow="md">
            <Menu.Target>
              {/* The caret stays where the field goes. */}
              <UnstyledButton className={classes.insert ?? ''} onMouseDown={(event) => event.preventDefault()}>
                <IconPlus size={15} aria-hidden /> {t('insert_field')}
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown className={classes.menu ?? ''}>
              {groups.map((group) => [
                <Menu.Label key={group.title}>{group.title}</Menu.Label>,
                ...group.tokens.map((token) => (
                  <Menu.Item
                    key={token.name}
                    rightSection={<span className="dim small">{token.example}</span>}
                    onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
                    onClick={() => insert(token)}
                  >
                    {token.label}
                  </Menu.Item>
                )),
              ])}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an input holds no tokens */}
      <div
        ref={box}
        role="textbox"
        tabIndex={0}
        aria-multiline={lines > 1}
        aria-labelledby={id}
        aria-invalid={error !== undefined}
        aria-readonly={readOnly}
        contentEditable={readOnly ? false : 'plaintext-only'}
        suppressContentEditableWarning
        className={classes.box}
        style={{ minHeight: `${lines * 1.6 + 1.1}em` }}
        onInput={read}
        onMouseUp={({ currentTarget }) => leaveToken(currentTarget)}
        onKeyDown={(event) => {
          leaveToken(event.currentTarget)
          // With Ctrl it saves.
          if (lines === 1 && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      {error ? <p className={classes.error}>{error}</p> : null}
    </div>
  )
}
