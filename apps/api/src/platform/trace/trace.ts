import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'

/** What a span can be told while it lasts. Never anything of a person: patterns, codes and counts. */
export interface OpenSpan {
  set(attributes: Attributes): void
}

interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'client'
  /** Where it goes on: a `traceparent` of a request, a job or a message. Absent: in the span around it, if any. */
  readonly after?: string | null | undefined
  /** It was not asked for by us: whether it is recorded is ours to decide. */
  readonly isForeign?: boolean
  /** Other traces for which it works too: the requests of a batch. */
  readonly links?: readonly (string | undefined)[]
  readonly attributes?: Attributes
}

/**
 * Traces of this process for OpenTelemetry: a request, its transaction, the jobs and the messages that follow are one
 * trace. Without a collector in the configuration the functions do nothing but the work.
 */
export interface Trace {
  /** The position as a W3C `traceparent`, for what is done later. Undefined: nothing is recorded here. */
  here(): string | undefined
  /** Does work in a span. An error ends the span as failed and is passed on. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** Sends what is left. */
  close(): Promise<void>
}

const unseen: OpenSpan = { set: () => undefined }
const quiet: Trace = {
  here: () => undefined,
  span: (_, __, work) => work(unseen),
  close: () => Promise.resolve(),
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

const propagator = new W3CTraceContextPropagator()
const carrier = {
  get: (one: { readonly traceparent: string }) => one.traceparent,
  keys: () => ['traceparent'],
}

/** Returns the context of a `traceparent`. One that is malformed begins a trace of its own. */
const contextOf = (traceparent: string, isForeign: boolean): Context => {
  const context = propagator.extract(ROOT_CONTEXT, { traceparent }, carrier)
  const span = trace.getSpanContext(context)
  return span && !isForeign ? trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: false }) : context
}

/** The error's code for a span: messages can name people. */
const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}

/** Opens the traces of one process. @param config where they are sent to, and which share of them. Undefined: none */
export const openTrace = (config: Config['traces'], onFailure: (error: Error) => void): Trace => {
  if (!config) return quiet
  const { url, share, service } = config
  const ours = new TraceIdRatioBasedSampler(share)
  const exporter = new OTLPTraceExporter({ url })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // A request that asks to be recorded does not decide how much we record.
    sampler: new ParentBasedSampler({ root: ours, remoteParentSampled: ours, remoteParentNotSampled: ours }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('shiloh')
  const around = new AsyncLocalStorage<Context>()
  return {
    here: () => {
      const span = trace.getSpanContext(around.getStore() ?? ROOT_CONTEXT)
      return span && (span.traceFlags & 1) === 1 ? `00-${span.traceId}-${span.spanId}-01` : undefined
    },
    span: (name, { kind, after, isForeign = false, links = [], attributes = {} }, work) => {
      const parent = after ? contextOf(after, isForeign) : (around.getStore() ?? ROOT_CONTEXT)
      const span = tracer.startSpan(
        name,
        {
          kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
          attributes,
          links: links.flatMap((link) => {
            const context = link && trace.getSpanContext(contextOf(link, false))
            return context ? [{ context }] : []
          }),
        },
        parent,
      )
      return around.run(trace.setSpan(parent, span), async () => {
        try {
          return await work({ set: (more) => void span.setAttributes(more) })
        } catch (error) {
          span.setAttribute('error.type', codeOf(error))
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    close: () => provider.shutdown().catch(onFailure),
  }
}
