import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import classes from './rich-text.module.css'
import { texts } from './rich-text-texts.ts'

const ADDRESS = /^(https?:\/\/|mailto:|tel:)\S+$/i

/** Completes what somebody types as the address of a link. Undefined: it is none. */
export const addressOf = (typed: string): string | undefined => {
  const words = typed.trim()
  if (ADDRESS.test(words)) return words
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(words)) return `mailto:${words}`
  return /^[^\s:/@]+\.[^\s:/@]{2,}(\/\S*)?$/.test(words) ? `https://${words}` : undefined
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useT(texts)
  const former: unknown = editor.getAttributes('link')['href']
  const [typed, setTyped] = useState(typeof former === 'string' ? former : '')
  const [isTried, setIsTried] = useState(false)
  const address = addressOf(typed)
  const set = () => {
    setIsTried(true)
    if (!address) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href: address } }] })
        .run()
    else chain.setLink({ href: address }).run()
    onDone()
  }
  return (
    // No form: a form of the page may be around it.
    <div className={classes.link}>
      <TextInput
        label={t('address')}
        description={t('address_hint')}
        data-autofocus
        inputMode="url"
        value={typed}
        error={isTried && !address ? t('address_invalid') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          set()
        }}
      />
      <div>
        {former ? (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            {t('remove_link')}
          </Button>
        ) : null}
        <Button onClick={set}>{t('set_link')}</Button>
      </div>
    </div>
  )
}

/** The first button of a toolbar is reached with Tab, the others with the arrow keys. */
const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-tool]:not(:disabled)')]
  const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1
  next?.focus()
  event.preventDefault()
}

interface ToolbarProps {
  /** The text that has, or last had, the focus. */
  editor: Editor | undefined
  onPicture: (file: File, editor: Editor) => void
}

/** Formats the text that was focused last. */
export function RichTextToolbar({ editor, onPicture }: ToolbarProps) {
  const t = useT(texts)
  const file = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const state = useEditorState({
    editor: editor ?? null,
    selector: ({ editor: one }) =>
      one && {
        h2: one.isActive('heading', { level: 2 }),
        h3: one.isActive('heading', { level: 3 }),
        bold: one.isActive('bold'),
        italic: one.isActive('italic'),
        link: one.isActive('link'),
        list: one.isActive('bulletList'),
        numbered: one.isActive('orderedList'),
        quote: one.isActive('blockquote'),
        mayUndo: one.can().undo(),
        mayRedo: one.can().redo(),
      },
  })
  const chain = () => editor?.chain().focus()
  const isOff = !editor?.isEditable
  const tools = [
    { name: 'heading', icon: IconH2, isOn: state?.h2, act: () => chain()?.toggleHeading({ level: 2 }).run() },
    { name: 'subheading', icon: IconH3, isOn: state?.h3, act: () => chain()?.toggleHeading({ level: 3 }).run() },
    { name: 'bold', icon: IconBold, isOn: state?.bold, keys: 'Control+B', act: () => chain()?.toggleBold().run() },
    {
      name: 'italic',
      icon: IconItalic,
      isOn: state?.italic,
      keys: 'Control+I',
      act: () => chain()?.toggleItalic().run(),
    },
    { name: 'list', icon: IconList, isOn: state?.list, act: () => chain()?.toggleBulletList().run() },
    { name: 'numbered', icon: IconListNumbers, isOn: state?.numbered, act: () => chain()?.toggleOrderedList().run() },
    { name: 'quote', icon: IconBlockquote, isOn: state?.quote, act: () => chain()?.toggleBlockquote().run() },
    { name: 'link', icon: IconLink, isOn: state?.link, act: () => setLinking(true) },
    { name: 'picture', icon: IconPhotoPlus, act: () => file.current?.click() },
    {
      name: 'undo',
      icon: IconArrowBackUp,
      isOff: !state?.mayUndo,
      keys: 'Control+Z',
      act: () => chain()?.undo().run(),
    },
    {
      name: 'redo',
      icon: IconArrowForwardUp,
      isOff: !state?.mayRedo,
      keys: 'Control+Shift+Z',
      act: () => chain()?.redo().run(),
    },
  ] as const satisfies readonly Tool[]
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('toolbar')} onKeyDown={onArrow}>
      {tools.map((tool: Tool & { name: (typeof tools)[number]['name'] }, index) => {
        const { name, icon: Icon, isOn, keys, act } = tool
        const button = (
          <ActionIcon
            key={name}
            data-tool
            variant={isOn ? 'light' : 'subtle'}
            color={isOn ? undefined : 'gray'}
            size={36}
            disabled={isOff || tool.isOff === true}
            aria-label={t(name)}
            title={t(name)}
            aria-keyshortcuts={keys}
            aria-pressed={isOn}
            tabIndex={index === 0 ? 0 : -1}
            // The selection stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={act}
          >
            <Icon size={19} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
        if (name !== 'link' || !editor) return button
        return (
          <Popover key={name} opened={linking} onChange={setLinking} trapFocus position="bottom-start" width={320}>
            <Popover.Target>{button}</Popover.Target>
            <Popover.Dropdown>
              <LinkForm editor={editor} onDone={() => setLinking(false)} />
            </Popover.Dropdown>
          </Popover>
        )
      })}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('picture')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen && editor) onPicture(chosen, editor)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

interface Tool {
  readonly name: string
  readonly icon: typeof IconBold
  /** Absent: the tool has no state. */
  readonly isOn?: boolean | undefined
  readonly isOff?: boolean
  readonly keys?: string
  readonly act: () => unknown
}
