"""The game: the rules of *Portes, Monstres & Trésors* as played at Lankhmar, and nothing else.

Standard library only: no Discord, no SQL, no clock, no asynchrony. Chance is an argument (:class:`rules.dice.Dice`).

Glossary, book's word → name here:

=================  =====================   =================  =====================
caractéristique    ability                 jet                check
sauvegarde (JS)    save                    seuil              target
peuple             people                  classe             character class
dé de vie (DV)     hit die                 points de vie      hit points
classe d'armure    armour class            point d'héroïsme   heroism
coup de maître     master stroke           destin héroïque    destiny
éviter la mort     cheat death             intuition          intuition
second souffle     second wind             horreur            horror
folie (points)     madness                 trouble            trouble
corruption         corruption              palier             stage
altération         alteration              consumé            consumed
mourant            dying                   séance             session
combat, round      combat, round           MdT                game master
=================  =====================   =================  =====================
"""
