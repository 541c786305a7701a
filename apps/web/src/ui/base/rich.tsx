import { Fragment, type ReactNode } from 'react'

/**
 * A formatted text with parts such as `<terms>…</terms>`, each rendered by its own function: `<Rich text={t('agree')}
 * parts={{ terms: (words) => <Link to="/terms">{words}</Link> }} />`.
 */
export function Rich({ text, parts }: { text: string; parts: Readonly<Record<string, (words: string) => ReactNode>> }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/s)
  const nodes: ReactNode[] = []
  // The split returns: plain, name, words, plain, name, words, …, plain.
  for (let i = 0; i < pieces.length; i += 3) {
    const [plain, name, words] = [pieces[i], pieces[i + 1], pieces[i + 2]]
    nodes.push(<Fragment key={i}>{plain}</Fragment>)
    if (name !== undefined && words !== undefined) {
      nodes.push(<Fragment key={i + 1}>{parts[name]?.(words) ?? words}</Fragment>)
    }
  }
  return <>{nodes}</>
}
