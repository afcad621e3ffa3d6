import { Link } from 'wouter';
import { FAMILIES } from '../../../fragrance/domain/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { familyStyle } from '../../../fragrance/parts/index.ts';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { TakeBackAll } from './TakeBackAll.tsx';
import styles from './About.module.css';

/** Explains what Accord does, how the analysis works, and where recordings go. */
export default function About() {
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <ScreenHeading className="title">You sing. We listen for the scent in it.</ScreenHeading>
        <p className={styles.lead}>
          In music an accord is a chord. In perfumery it is a blend of notes that becomes one. Here it is both: every
          note we hear in your sound has its own perfume note, and together they are your fragrance.
        </p>
      </header>

      <section className={styles.axis} aria-labelledby="octaves">
        <h2 id="octaves">Nine octaves, nine families</h2>
        <p>
          Low notes are dark and heavy, high notes are bright and light. 108 notes, from C0 to B8, each with its own
          material.
        </p>
        <ol className={styles.families}>
          {FAMILIES.toReversed().map(({ octave, name }) => (
            <li key={octave} style={familyStyle(octave)}>
              <b>{octave}</b>
              <span>{name}</span>
            </li>
          ))}
        </ol>
      </section>

      <div className={styles.columns}>
        <section className="stack top gap-3">
          <h2>How we hear your notes</h2>
          <p>
            Your sound is analysed on your own device, in the browser. We follow its pitch many times a second, find
            where each note begins and ends, and weigh how long and how clearly it sounded. The strongest three to eight
            notes are your music essence.
          </p>
          <p>
            If you sing only one or two notes, we add overtones that really are in your voice, never an invented note.
            If there is no clear pitch, as in a clap, the wind or a spoken word, your scent comes from the texture of
            the sound, and we say so.
          </p>
          <p>The same sound always gives the same fragrance.</p>
        </section>
        <section className="stack top gap-3">
          <h2>What happens to a recording</h2>
          <p>
            Nothing is recorded before you press Record. When you create a fragrance, its recording is stored under a
            name that nobody can guess or list.
          </p>
          <p>A recording that belongs to no share, no submission and no saved fragrance is deleted after 30 days.</p>
          <p>
            A share is public from the moment you press Share, and not before: its picture, its sound and its page. A
            saved fragrance is private until you put it into the playlist: then everybody can see it with your name, and
            hear its recording. You can take it out again.
          </p>
          <p>
            The person who made a share can take it back. Its page, its picture and its sound are then deleted. What you
            make without an account belongs to this browser. It moves to your account when you register or log in here.
          </p>
          <p>
            Members can download everything we hold about them, and delete it, in their profile: shares, submissions,
            messages, photos and recordings go with the account. Only preorders stay, because they are orders.
          </p>
        </section>
        <section className="stack top gap-3">
          <h2>What we promise, and what not</h2>
          <p>
            Which scent belongs to which note is our choice, made with care: there is no law of nature behind it. The
            bottles are preorders; nothing is charged when you send one.
          </p>
          <p>No third party's script runs on these pages unless a shop is connected to the store.</p>
        </section>
      </div>

      <TakeBackAll />

      <p className="actions">
        <Link href="/create" className={buttonClass('primary')}>
          Create a Fragrance
        </Link>
        <Link href="/contact" className={buttonClass('outline')}>
          Contact
        </Link>
      </p>
    </article>
  );
}
