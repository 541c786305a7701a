import { mergeAttributes, Node } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    figure: {
      /** Puts a picture at the cursor, with an empty caption. */
      insertFigure: (src: string) => ReturnType
    }
  }
}

/** A picture with its caption, which is what a screen reader says of it. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'text*',
  marks: '',
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: (element) => element.querySelector('img')?.getAttribute('src') ?? '' },
  }),
  parseHTML: () => [
    { tag: 'figure', contentElement: (element) => element.querySelector('figcaption') ?? document.createElement('p') },
  ],
  renderHTML: ({ node, HTMLAttributes: { src, ...rest } }) => [
    'figure',
    mergeAttributes(rest),
    ['img', { src, alt: node.textContent }],
    ['figcaption', 0],
  ],
  addCommands: () => ({
    insertFigure:
      (src) =>
      ({ commands }) =>
        commands.insertContent([{ type: 'figure', attrs: { src } }, { type: 'paragraph' }]),
  }),
  addKeyboardShortcuts() {
    return {
      // A caption is one line.
      Enter: () => {
        const { $from } = this.editor.state.selection
        if ($from.parent.type.name !== 'figure') return false
        const after = $from.after()
        return this.editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .focus(after + 1)
          .run()
      },
      // Deletes a picture without a caption.
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        if (!empty || $from.parent.type.name !== 'figure' || $from.parent.content.size > 0) return false
        return this.editor.commands.deleteNode('figure')
      },
    }
  },
})
