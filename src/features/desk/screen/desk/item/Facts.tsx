import { factsOf, type Fact } from '../../../domain/facts.ts';
import type { DeskItem } from '../../../domain/rows.ts';
import styles from './Item.module.css';

/** What is told of an item. All of it is text that strangers have written: it is shown whole, and only as text. */
export function Facts({ item }: { item: DeskItem }) {
  const facts = factsOf(item);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map((fact, i) => (
        <div key={`${fact.label} ${i}`} data-as={fact.as}>
          <dt>{fact.label}</dt>
          <dd>
            <Value fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ fact: { value, as } }: { fact: Fact }) {
  if (as === 'date') return <Moment at={value} />;
  // The address is one word of the link, whatever stands in it.
  if (as === 'mail')
    return (
      <a href={`mailto:${encodeURIComponent(value)}`}>
        <bdi>{value}</bdi>
      </a>
    );
  return <bdi>{value}</bdi>;
}

/** A moment in the words of the owner's language. */
export function Moment({ at }: { at: string }) {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at}>
      {new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(time)}
    </time>
  );
}
