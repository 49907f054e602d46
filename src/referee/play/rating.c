/*
 * The rating rule, and only it: numbers in, numbers out.
 */
#include "base/bug.h"
#include "referee/play/archive.h"

#define MILLION 1000000.0

#define FIRST_MU    25000000
#define FIRST_SIGMA 8333333
#define BETA        (25.0 / 6.0) /* how much one's play varies */
#define KAPPA       0.0001       /* no match makes us surer than by this */
#define LN_2        0.6931471805599453

struct nj_rating nj_rating_first(void)
{
    return (struct nj_rating){FIRST_MU, FIRST_SIGMA};
}

/* Newton's steps come from above: each is smaller until they stand still. */
static double square_root(double x)
{
    double y = x > 1.0 ? x : 1.0;

    NJ_ASSERT(x > 0.0);
    for (;;) {
        double next = 0.5 * (y + x / y);

        NJ_ASSERT(next * next >= x * 0.999); /* never below the root */
        if (next >= y)
            return y;
        y = next;
    }
}

/* The library's differ in the last digit from one platform to the next. */
static double exponential(double x)
{
    double sum = 1.0, term = 1.0, power = 1.0;
    int k = (int)(x / LN_2);

    NJ_ASSERT(x > -700.0 && x < 700.0);
    x -= k * LN_2;
    for (int i = 1; i <= 24; i++) {
        term = term * x / i;
        sum += term;
    }
    for (; k > 0; k--)
        power *= 2.0;
    for (; k < 0; k++)
        power *= 0.5;
    return sum * power;
}

static int64_t rounded(double x)
{
    return (int64_t)(x < 0.0 ? x - 0.5 : x + 0.5);
}

/* This is the match as the formulas see it. */
struct field {
    uint32_t n;
    const uint8_t *rank;
    double mu[NJ_SEATS_MAX], variance[NJ_SEATS_MAX];
    double strength[NJ_SEATS_MAX]; /* e^(mu/c) */
    double c;
};

static void set_field(struct field *f, const struct nj_rating *r,
                      const uint8_t *rank, uint32_t n)
{
    double sum = 0.0;

    f->n = n;
    f->rank = rank;
    NJ_ASSERT(n > 1 && n <= NJ_SEATS_MAX);
    for (uint32_t i = 0; i < n; i++) {
        double sigma = (double)r[i].sigma / MILLION;

        f->mu[i] = (double)r[i].mu / MILLION;
        f->variance[i] = sigma * sigma;
        sum += f->variance[i] + BETA * BETA;
    }
    f->c = square_root(sum);
    for (uint32_t i = 0; i < n; i++)
        f->strength[i] = exponential(f->mu[i] / f->c);
}

/* Returns the chance that i was the best of those no better than q. */
static double chance(const struct field *f, uint32_t i, uint32_t q)
{
    double sum = 0.0;

    for (uint32_t s = 0; s < f->n; s++)
        if (f->rank[s] >= f->rank[q])
            sum += f->strength[s];
    NJ_ASSERT(sum > 0.0);
    return f->strength[i] / sum;
}

static double ties(const struct field *f, uint32_t q)
{
    double n = 0.0;

    for (uint32_t s = 0; s < f->n; s++)
        n += f->rank[s] == f->rank[q] ? 1.0 : 0.0;
    NJ_ASSERT(n >= 1.0); /* q itself */
    return n;
}

static struct nj_rating moved(const struct field *f, uint32_t i)
{
    double omega = 0.0, delta = 0.0, left;
    double gamma = square_root(f->variance[i]) / f->c;

    for (uint32_t q = 0; q < f->n; q++) {
        double p, a;

        if (f->rank[q] > f->rank[i])
            continue;
        p = chance(f, i, q);
        a = ties(f, q);
        NJ_ASSERT(p > 0.0 && p <= 1.0);
        NJ_ASSERT(a > 0.0);
        omega += ((q == i ? 1.0 : 0.0) - p) / a;
        delta += p * (1.0 - p) / a;
    }
    omega = omega * f->variance[i] / f->c;
    delta = delta * gamma * f->variance[i] / (f->c * f->c);
    left = 1.0 - delta > KAPPA ? 1.0 - delta : KAPPA;
    return (struct nj_rating){
        rounded((f->mu[i] + omega) * MILLION),
        rounded(square_root(f->variance[i] * left) * MILLION)};
}

void nj_rating_update(struct nj_rating *ratings, const uint8_t *ranks,
                      uint32_t n)
{
    struct field f;

    NJ_ASSERT(n >= 2 && n <= NJ_SEATS_MAX);
    set_field(&f, ratings, ranks, n);
    for (uint32_t i = 0; i < n; i++) {
        int64_t sigma = ratings[i].sigma;

        ratings[i] = moved(&f, i);
        NJ_ASSERT(ratings[i].sigma > 0 && ratings[i].sigma <= sigma);
    }
}

int64_t nj_rating_shown(struct nj_rating r)
{
    int64_t least = r.mu - 3 * r.sigma;

    return NJ_RATING_FIRST + (least + (least < 0 ? -5000 : 5000)) / 10000;
}
