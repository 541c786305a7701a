import { Input } from '@mantine/core'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useT } from '#platform/i18n'
import { Figure } from './figure.ts'
import classes from './rich-text.module.css'
import { texts } from './rich-text-texts.ts'

/** What the server shows of a formatted text. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] },
  }),
  Figure,
]

/** Returns the text of an editor as HTML. An empty paragraph is no text. */
const htmlOf = (editor: Editor): string => {
  const html = editor.getHTML()
  return html === '<p></p>' ? '' : html
}

const picturesIn = (files: FileList | undefined): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

interface RichTextProps {
  /** The text as HTML when the field appears. Later changes are its own. */
  html: string
  label: string
  lang: string
  readOnly: boolean
  autoFocus: boolean
  error: string | undefined
  onChange: (html: string) => void
  /** The field appeared, got the focus, or is gone. The toolbar acts on it. */
  onEditor: (editor: Editor | undefined, isFocused: boolean) => void
  /** Pictures were pasted into or dropped on the text. */
  onPicture: (file: File, editor: Editor) => void
}

/** A formatted text that looks as its readers will see it. Its toolbar is `RichTextToolbar`. */
export function RichText({
  html,
  label,
  lang,
  readOnly,
  autoFocus,
  error,
  onChange,
  onEditor,
  onPicture,
}: RichTextProps) {
  const t = useT(texts)
  const handlers = useRef({ onChange, onEditor, onPicture })
  handlers.current = { onChange, onEditor, onPicture }
  const editor = useEditor({
    extensions,
    content: html,
    editable: !readOnly,
    autofocus: autoFocus ? 'end' : false,
    // Its styles are in the stylesheet: the page's policy refuses style elements.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang, class: classes.text ?? '' },
      // Ctrl Enter is left to the page: it saves.
      handleDOMEvents: { keydown: (_, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) },
      handlePaste: (_, event) => take(event.clipboardData?.files),
      handleDrop: (_, event) => take(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => handlers.current.onChange(htmlOf(changed)),
    onFocus: ({ editor: focused }) => handlers.current.onEditor(focused, true),
  })
  function take(files: FileList | undefined): boolean {
    const pictures = picturesIn(files)
    for (const file of pictures) handlers.current.onPicture(file, editor)
    return pictures.length > 0
  }
  useEffect(() => {
    handlers.current.onEditor(editor, false)
    return () => handlers.current.onEditor(undefined, false)
  }, [editor])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  const style: CSSProperties & { '--caption': string } = { '--caption': JSON.stringify(t('caption')) }
  return (
    <Input.Wrapper error={error}>
      <div className={classes.field} data-error={error ? true : undefined} style={style}>
        <EditorContent editor={editor} />
      </div>
    </Input.Wrapper>
  )
}
