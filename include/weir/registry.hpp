// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_REGISTRY_HPP
#define WEIR_REGISTRY_HPP

#include <weir/any_pool.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/options.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/type_id.hpp>
#include <weir/thread_pool.hpp>

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// Pools of any type by name: `registry.add<weir::pool<...>>("io", {.capacity = 4})` here, `registry.get<weir::pool<...>>("io")` there, or
/// `registry.get_any("io")` where the type is not known.
///
/// Every member function may be called from any thread. Pools are shared: a removed pool lives until its last owner releases it, which drains the
/// pool and so must not happen in one of its tasks. No pool is made or destroyed under the registry's lock.
/// Cost: a lock and a search by name. Get a pool once and keep it.
/// Shared libraries that use one registry must see the same pool types, so these must not be hidden (-fvisibility=hidden): a pool added by one
/// library would be "of another type" for the others.
class registry {
 public:
  registry() = default;
  /// Forgets the names, then releases the pools. Their tasks may use the registry meanwhile: they find no pool, and one that they add is released too.
  ~registry() {
    by_name last;
    while (take_all(last)) last.clear();
  }
  registry(const registry&) = delete;
  registry& operator=(const registry&) = delete;

  /// The registry of the program. Its pools are drained when static objects are destroyed.
  [[nodiscard]] static registry& global() {
    static registry only;
    return only;
  }

  /// Makes a pool and adds it. Where the options have no name, the pool gets this one too. Throws std::invalid_argument when the name is taken, and
  /// what making the pool throws; the registry is unchanged then.
  template <class Pool = thread_pool>
  std::shared_ptr<Pool> add(std::string name, options o = {}) {
    if (contains(name)) refuse(name, "exists already");
    if (o.name.empty()) o.name = name;
    auto made = std::make_shared<Pool>(o);
    add(std::move(name), made);
    return made;
  }
  /// Adds an existing pool, for example a function_pool or a multi_pool. Throws std::invalid_argument when the name is taken or `pool` is null.
  template <class Named = void, class Pool>  // the second is deduced, so that `{}` means options
    requires(std::is_void_v<Named> || std::same_as<Named, Pool>)
  void add(std::string name, std::shared_ptr<Pool> pool) {
    if (pool == nullptr) throw std::invalid_argument("weir: the registry was given no pool for the name '" + name + "'");
    const entry mine{std::move(pool), platform::type_id<Pool>, calls_if_any<Pool>()};  // destroyed after the lock is released
    platform::native::unique_lock lock(mutex_);
    const auto [place, is_new] = pools_.try_emplace(std::move(name), mine);
    if (!is_new) refuse(place->first, "exists already");
  }

  /// The pool of that name. Throws std::out_of_range when there is none, and std::invalid_argument when it is of another type.
  template <class Pool = thread_pool>
  [[nodiscard]] std::shared_ptr<Pool> get(std::string_view name) const {
    const entry found = look_up(name);
    if (found.pool == nullptr) throw std::out_of_range("weir: there is no pool named '" + std::string(name) + "'");
    if (found.type != platform::type_id<Pool>) refuse(name, "is of another type");
    return std::static_pointer_cast<Pool>(found.pool);
  }
  /// The same; null when there is none of that name and type.
  template <class Pool = thread_pool>
  [[nodiscard]] std::shared_ptr<Pool> find(std::string_view name) const {
    const entry found = look_up(name);
    return found.type == platform::type_id<Pool> ? std::static_pointer_cast<Pool>(found.pool) : nullptr;
  }
  /// The pool of that name, of whatever type, as an owner of it. Throws std::out_of_range when there is none, and std::invalid_argument when it is
  /// a function_pool or is not of the native platform: an any_pool cannot refer to it.
  [[nodiscard]] any_pool get_any(std::string_view name) const {
    const entry found = look_up(name);
    if (found.pool == nullptr) throw std::out_of_range("weir: there is no pool named '" + std::string(name) + "'");
    if (found.calls == nullptr) refuse(name, "queues no callables");
    return any_pool(found.pool, *found.calls);
  }
  /// The same; nothing when there is none of that name, or an any_pool cannot refer to it.
  [[nodiscard]] std::optional<any_pool> find_any(std::string_view name) const {
    const entry found = look_up(name);
    if (found.calls == nullptr) return std::nullopt;
    return any_pool(found.pool, *found.calls);
  }
  [[nodiscard]] bool contains(std::string_view name) const { return look_up(name).pool != nullptr; }
  /// In alphabetical order.
  [[nodiscard]] std::vector<std::string> names() const {
    platform::native::unique_lock lock(mutex_);
    std::vector<std::string> all;
    for (const auto& [name, each] : pools_) all.push_back(name);
    return all;
  }

  /// Removes a name; false when there is none. If the registry was the pool's last owner, the pool is drained before this returns.
  bool remove(std::string_view name) {
    entry last;  // destroyed after the lock is released
    platform::native::unique_lock lock(mutex_);
    const auto place = pools_.find(name);
    if (place == pools_.end()) return false;
    last = std::move(place->second);
    pools_.erase(place);
    return true;
  }

 private:
  struct entry {
    std::shared_ptr<void> pool = nullptr;
    const void* type = nullptr;
    const engine::pool_calls<platform::native>* calls = nullptr;  // null: an any_pool cannot refer to it
  };
  using by_name = std::map<std::string, entry, std::less<>>;

  template <class Pool>
  static constexpr const engine::pool_calls<platform::native>* calls_if_any() noexcept {
    if constexpr (engine::queues_tasks<Pool, platform::native>)
      return &engine::calls_of<Pool>;
    else
      return nullptr;
  }

  [[nodiscard]] entry look_up(std::string_view name) const {
    platform::native::unique_lock lock(mutex_);
    const auto place = pools_.find(name);
    return place == pools_.end() ? entry{} : place->second;
  }
  /// False if there are none.
  bool take_all(by_name& into) {
    platform::native::unique_lock lock(mutex_);
    pools_.swap(into);
    return !into.empty();
  }
  [[noreturn]] static void refuse(std::string_view name, const char* why) {
    throw std::invalid_argument("weir: the pool named '" + std::string(name) + "' " + why);
  }

  mutable platform::native::mutex mutex_;
  by_name pools_;
};

}  // namespace weir

#endif
