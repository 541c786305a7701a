import type { Card, Item } from '@shiloh/contract/badges/paint'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import { encode } from 'uqr'
import { fontOf } from './measure.ts'

/** A QR code as one path in a square of its modules. */
function Code({ address, x, y, size }: { address: string; x: number; y: number; size: number }) {
  const { data } = encode(qrText(address), { ...QR_CORRECTION, border: 0 })
  const squares = data.flatMap((row, top) => row.flatMap((isDark, at) => (isDark ? [`M${at} ${top}h1v1h-1z`] : [])))
  return (
    <svg
      x={x}
      y={y}
      width={size}
      height={size}
      viewBox={`0 0 ${data.length} ${data.length}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}

function Shape({ item, address }: { item: Item; address: string | undefined }) {
  switch (item.kind) {
    case 'text':
      return (
        <text
          x={item.x}
          y={item.y}
          fontSize={item.size}
          fill={item.colour}
          xmlSpace="preserve"
          {...fontOf(item.face, item.strong)}
        >
          {item.text}
        </text>
      )
    case 'box':
      return <rect x={item.x} y={item.y} width={item.width} height={item.height} rx={item.radius} fill={item.colour} />
    case 'cut':
      return (
        <line
          x1={item.x}
          y1={item.y}
          x2={item.toX}
          y2={item.toY}
          stroke="#4F4C55"
          strokeWidth={0.2}
          strokeDasharray="0.9 0.9"
        />
      )
    case 'mark':
      return (
        <svg x={item.x} y={item.y} width={item.size} height={item.size} viewBox="0 0 24 24" aria-hidden="true">
          {item.filled ? (
            <path d={item.path} fill={item.colour} fillRule="evenodd" />
          ) : (
            <path
              d={item.path}
              fill="none"
              stroke={item.colour}
              strokeWidth={1.9}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
        </svg>
      )
    default:
      return address === undefined ? null : <Code address={address} x={item.x} y={item.y} size={item.size} />
  }
}

interface CardSvgProps {
  card: Card
  /** The addresses of its QR codes, in their order. */
  qrs: readonly string[]
  label: string
  /** Prints in true size. */
  inMillimetres?: boolean
}

/** A badge on the screen or, in millimetres, on paper: the shapes that the PDF has. */
export function CardSvg({ card, qrs, label, inMillimetres = false }: CardSvgProps) {
  let next = 0
  return (
    <svg
      role="img"
      textRendering="geometricPrecision"
      aria-label={label}
      viewBox={`0 0 ${card.width} ${card.height}`}
      {...(inMillimetres && { width: `${card.width}mm`, height: `${card.height}mm` })}
    >
      <rect width={card.width} height={card.height} fill="#fff" />
      {card.items.map((item, index) => {
        const address = item.kind === 'qr' ? qrs[next] : undefined
        if (item.kind === 'qr') next += 1
        // Shapes have no identity of their own.
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is drawn anew as a whole
        return <Shape key={index} item={item} address={address} />
      })}
    </svg>
  )
}
