import { type Block, readMarks } from '@shiloh/contract/text/marks'
import { Fragment } from 'react'
import { LinkedText } from './linked-text.tsx'
import classes from './marked-text.module.css'

type Line = Block['lines'][number]

function LineText({ line, links }: { line: Line; links: boolean }) {
  return line.map(({ text, bold }, at) => {
    const Bold = bold ? 'strong' : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    return <Bold key={at}>{links ? <LinkedText text={text} /> : text}</Bold>
  })
}

/** A text of the office: bold words, lists, and addresses as links. */
export function MarkedText({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      {readMarks(text).map(({ kind, lines }, at) =>
        kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <ul key={at}>
            {lines.map((line, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={item}>
                <LineText line={line} links />
              </li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={at}>
            {lines.map((line, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Fragment key={row}>
                {row > 0 ? <br /> : null}
                <LineText line={line} links />
              </Fragment>
            ))}
          </p>
        ),
      )}
    </div>
  )
}

/** The same inside of a button, which can have neither lists nor links. */
export function MarkedSpans({ text }: { text: string }) {
  return readMarks(text).flatMap(({ kind, lines }, at) =>
    lines.map((line, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={`${at} ${row}`} className={classes.line} data-item={kind === 'list'} data-first={row === 0 && at > 0}>
        <LineText line={line} links={false} />
      </span>
    )),
  )
}
